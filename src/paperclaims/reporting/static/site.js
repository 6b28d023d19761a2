// Tables of the class "sortable" sort by the title that is pressed; scrolling parts can be reached by keys.
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
      // Statuses by weight: first the most important for a reader of the paper.
      const weights = ["danger", "warning", "info", "secondary", "success"];
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
  const none = Object.assign(document.createElement("p"), { role: "status" });
  box.addEventListener("input", () => {
    const typed = box.value.trim().toLowerCase();
    const rows = [...table.tBodies[0].rows];
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(typed);
    none.textContent = rows.every((row) => row.hidden) ? `No claim contains “${box.value.trim()}”.` : "";
  });
  document.querySelector(".statuses").after(box, none);
}
// A click on a figure opens only the figure, where a browser enlarges it.
for (const picture of document.querySelectorAll(".wide img")) {
  const link = Object.assign(document.createElement("a"), { href: picture.src });
  picture.replaceWith(link);
  link.append(picture);
}
// Parts wider than their place are reached by keys, and fade where more follows.
const mark = (part) => {
  const rest = part.scrollWidth - part.clientWidth;
  if (rest > 0) part.tabIndex = 0;
  part.classList.toggle("more", rest - part.scrollLeft > 1);
};
const sized = new ResizeObserver((changed) => changed.forEach(({ target }) => mark(target)));
for (const part of document.querySelectorAll(".formula, .wide, .cell_output .output, .pst-scrollable-table-container")) {
  part.addEventListener("scroll", () => mark(part));
  mark(part);
  sized.observe(part);
}
// Each page that the search finds, with how it begins: a page from a file cannot read another.
const hits = document.getElementById("search-results");
if (hits) {
  const tell = () => {
    for (const hit of hits.querySelectorAll("li:not(:has(.soft))")) {
      const page = hit.querySelector("a").getAttribute("href").split(/[?#]/)[0].replace(/\.html$/, "");
      if (window.summaries?.[page]) {
        hit.append(Object.assign(document.createElement("p"), { className: "soft", innerHTML: window.summaries[page] }));
      }
    }
  };
  // Hits come one by one, before the script or after it.
  document.head.append(Object.assign(document.createElement("script"), { src: "_static/summaries.js", onload: tell }));
  new MutationObserver(tell).observe(hits, { childList: true, subtree: true });
}
for (const toggle of document.querySelectorAll("summary:has(> .toctree-toggle)")) {
  toggle.ariaLabel = `Pages below ${toggle.closest("li").querySelector("a").textContent.trim()}`;
}
