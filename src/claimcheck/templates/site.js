// What all pages do. Without scripts they are whole: tables unsorted, parts folded.

{
  // The list of contents is open where there is room for it beside the page.
  const beside = document.querySelector("details.contents");
  const wide = matchMedia("(min-width: 75rem)");
  const place = () => { if (beside) beside.open = wide.matches; };
  wide.addEventListener("change", place);
  place();

  // A part that is led to is unfolded.
  const unfold = () => {
    const part = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!part) return;
    for (let at = part; at; at = at.parentElement) if (at.matches("details")) at.open = true;
    part.scrollIntoView();
  };
  addEventListener("hashchange", unfold);
  unfold();

  // On paper everything is unfolded.
  const folded = [];
  addEventListener("beforeprint", () => {
    folded.push(...document.querySelectorAll("details:not([open])"));
    folded.forEach((part) => { part.open = true; });
  });
  addEventListener("afterprint", () => {
    folded.splice(0).forEach((part) => { part.open = false; });
  });

  // Tables sort by the column whose title is pressed, and the other way when it is pressed again.
  const value = (rows, column) => {
    const text = rows[0].cells[column]?.textContent.trim() ?? "";
    const number = parseFloat(text.replace("−", "-"));
    return Number.isNaN(number) ? text : number;
  };
  const compare = (one, other) => typeof one === "number" && typeof other === "number"
    ? one - other : String(one).localeCompare(String(other), "en", { numeric: true });
  for (const table of document.querySelectorAll("table.sortable")) {
    const body = table.tBodies[0];
    table.classList.add("sorts");
    [...table.tHead.rows[0].cells].forEach((title, column) => {
      const button = document.createElement("button");
      button.append(...title.childNodes);
      title.append(button);
      button.addEventListener("click", () => {
        const down = title.getAttribute("aria-sort") === "ascending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        title.setAttribute("aria-sort", down ? "descending" : "ascending");
        // A note belongs to the row above it, and the sum stays last.
        const groups = [], last = [];
        for (const row of body.rows) {
          if (row.matches(".sum")) last.push(row);
          else if (row.matches(".note")) groups.at(-1).push(row);
          else groups.push([row]);
        }
        const keyed = groups.map((rows) => [value(rows, column), rows]);
        const empty = ([key]) => key === "";
        keyed.sort((a, b) => empty(a) - empty(b) || (down ? -1 : 1) * compare(a[0], b[0]));
        body.append(...keyed.flatMap(([, rows]) => rows), ...last);
      });
    });
  }

  // What is too wide for the page is scrolled with the keyboard, too.
  for (const part of document.querySelectorAll(".formula, pre, .dataframe")) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
  }

  // The filter of the claims' table.
  const form = document.querySelector("form.filter");
  if (form) {
    const search = document.getElementById("search");
    const status = document.getElementById("status");
    const rows = [...document.querySelectorAll("#table tbody tr")];
    const show = () => {
      const words = search.value.toLowerCase().split(/\s+/);
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !(words.every((word) => text.includes(word)) &&
          (!status.value || row.dataset.status === status.value));
      }
      const left = rows.filter((row) => !row.hidden).length;
      document.getElementById("shown").textContent = `${left} of ${rows.length} claims`;
    };
    form.addEventListener("input", show);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.hidden = false;
    show();
  }
}
