// The filter of the claims' table; without scripts the table is whole.
const form = document.querySelector("form.filter");
const search = document.getElementById("search");
const finding = document.getElementById("finding");
const rows = [...document.querySelectorAll("#table tbody tr")];
const show = () => {
  const words = search.value.toLowerCase().split(/\s+/);
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !(words.every((word) => text.includes(word)) &&
      (!finding.value || row.dataset.finding === finding.value));
  }
  const left = rows.filter((row) => !row.hidden).length;
  document.getElementById("shown").textContent = `${left} of ${rows.length} claims`;
};
form.addEventListener("input", show);
form.addEventListener("submit", (event) => event.preventDefault());
form.hidden = false;
show();
