// Search in the guide: every word must occur, in whatever language; nothing is asked of anybody.
const base = document.body.dataset.base;
const field = document.getElementById("query");
const list = document.getElementById("found");
const MOST = 20, AROUND = 70;
let pages = null;

if (matchMedia("(max-width: 52rem)").matches) document.querySelector("nav details").open = false;

async function known() {
  pages ??= fetch(`${base}/search/search_index.json`).then((answer) => answer.json());
  return (await pages).docs;
}

function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function score(entry, words) {
  const title = plain(entry.title), text = plain(entry.text);
  if (!words.every((word) => title.includes(word) || text.includes(word))) return 0;
  return 1 + words.filter((word) => title.includes(word)).length * 10;
}

function excerpt(entry, words) {
  const at = Math.max(0, plain(entry.text).indexOf(words[0]) - AROUND);
  return (at ? "… " : "") + entry.text.slice(at, at + 2 * AROUND);
}

function shown(entry, words) {
  const item = document.createElement("li"), link = document.createElement("a");
  const text = document.createElement("p");
  link.href = `${base}/${entry.location}`;
  link.textContent = entry.title;
  text.textContent = excerpt(entry, words);
  item.append(link, text);
  return item;
}

async function search() {
  const asked = field.value;
  const words = plain(asked).split(/\s+/).filter(Boolean);
  list.hidden = !words.length;
  if (!words.length) return;
  const docs = await known();
  if (asked !== field.value) return;
  const found = docs
    .map((entry) => [score(entry, words), entry])
    .filter(([points]) => points)
    .sort((one, other) => other[0] - one[0])
    .slice(0, MOST)
    .map(([, entry]) => shown(entry, words));
  const none = document.createElement("li");
  none.textContent = "– 0 –";
  list.replaceChildren(...(found.length ? found : [none]));
}

field.addEventListener("input", search);
field.form.addEventListener("submit", (event) => event.preventDefault());
