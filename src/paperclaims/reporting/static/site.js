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
      const said = (row) => row.cells[column].textContent.trim();
      body.append(...[...body.rows].sort((one, other) => sign * compare(said(one), said(other))));
    });
  });
}
for (const part of document.querySelectorAll(".formula, .wide, .cell_output .output, .pst-scrollable-table-container")) {
  if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
}
for (const toggle of document.querySelectorAll("summary:has(> .toctree-toggle)")) {
  toggle.ariaLabel = `Pages below ${toggle.closest("li").querySelector("a").textContent.trim()}`;
}
