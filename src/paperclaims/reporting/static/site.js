// Tables of the class "sortable" sort by the title that is pressed; what scrolls can be reached by keys.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const number = (text) => (text === "none" ? -Infinity : Number(text.replace("−", "-").replace("%", "")));
  const compare = (one, other) => {
    const [a, b] = [number(one), number(other)];
    return Number.isNaN(a) || Number.isNaN(b) ? one.localeCompare(other, "en", { numeric: true }) : a - b;
  };
  [...table.tHead.rows[0].cells].forEach((title, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...title.childNodes);
    title.append(button);
    button.addEventListener("click", () => {
      const sign = title.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      title.setAttribute("aria-sort", sign === 1 ? "ascending" : "descending");
      // Statuses by weight: first what a reader of the paper must know.
      const weights = ["danger", "warning", "info", "success"];
      const said = ({ cells: { [column]: cell } }) => {
        const badge = cell.querySelector(".sd-badge");
        return badge ? String(weights.findIndex((word) => badge.matches(`.sd-bg-${word}`))) : cell.textContent.trim();
      };
      body.append(...[...body.rows].sort((one, other) => sign * compare(said(one), said(other))));
    });
  });
}
// Rows of the claims without the text that is typed are hidden.
for (const table of document.querySelectorAll("table.sortable.cards")) {
  const box = Object.assign(document.createElement("input"), { type: "search", placeholder: "Type to filter" });
  box.ariaLabel = "Show the claims that contain";
  box.addEventListener("input", () => {
    const typed = box.value.trim().toLowerCase();
    for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(typed);
  });
  document.querySelector(".statuses").after(box);
}
for (const part of document.querySelectorAll(".formula, .wide, .cell_output .output, .pst-scrollable-table-container")) {
  if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
}
for (const toggle of document.querySelectorAll("summary:has(> .toctree-toggle)")) {
  toggle.ariaLabel = `Pages below ${toggle.closest("li").querySelector("a").textContent.trim()}`;
}
