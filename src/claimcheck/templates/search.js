// The search over all pages, in the index that search-index.js assigns.
{
  const MOST = 60;
  const query = document.getElementById("query");
  const list = document.getElementById("found");

  // A section's marks: how many of the words its titles have; null if it lacks one of them.
  const marks = ([, page, title, words], wanted) => {
    const titles = `${page} ${title}`.toLowerCase();
    let sum = 0;
    for (const word of wanted) {
      if (titles.includes(word)) sum += 1;
      else if (!` ${words}`.includes(` ${word}`)) return null;
    }
    return sum;
  };
  const find = () => {
    const wanted = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = wanted.length ? SEARCH_INDEX.map((entry) => [marks(entry, wanted), entry])
      .filter(([sum]) => sum !== null).sort(([a], [b]) => b - a) : [];
    document.getElementById("count").textContent = wanted.length
      ? `${found.length} sections${found.length > MOST ? `, of which the first ${MOST} are shown` : ""}`
      : `${SEARCH_INDEX.length} sections can be searched.`;
    list.replaceChildren(...found.slice(0, MOST).map(([, [address, page, title]]) => {
      const item = document.createElement("li"), link = document.createElement("a");
      link.href = address;
      link.textContent = title || page;
      item.append(link, title ? ` in ${page}` : "");
      return item;
    }));
  };
  query.value = new URLSearchParams(location.search).get("q") ?? "";
  document.getElementById("ask").hidden = false;
  document.getElementById("ask").addEventListener("submit", (event) => event.preventDefault());
  query.addEventListener("input", find);
  find();
}
