/** Without it the page is whole; with it, it can be searched, and commands are copied by a button. */
export const SCRIPT = `
'use strict';
const all = [...document.querySelectorAll('details.clause')];
const filters = document.getElementById('filters');
if (filters) {
  const search = document.getElementById('search');
  const shown = document.getElementById('shown');
  const apply = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const tones = new Set([...filters.querySelectorAll('input[name=tone]:checked')].map((each) => each.value));
    let count = 0;
    for (const row of all) {
      const fits = tones.has(row.dataset.tone) && words.every((word) => row.dataset.search.includes(word));
      row.hidden = !fits;
      if (fits) count++;
    }
    for (const group of document.querySelectorAll('.group')) group.hidden = !group.querySelector('details.clause:not([hidden])');
    shown.textContent = count + ' of ' + all.length + ' clauses';
  };
  filters.hidden = false;
  filters.addEventListener('input', apply);
  apply();
}
const reveal = () => {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id && document.getElementById(id);
  if (!target) return;
  if (target.hidden) {
    document.getElementById('search').value = '';
    for (const box of filters.querySelectorAll('input[name=tone]')) box.checked = true;
    filters.dispatchEvent(new Event('input'));
  }
  if (target.tagName === 'DETAILS') target.open = true;
  target.scrollIntoView();
};
addEventListener('hashchange', reveal);
// The same link pressed again changes no hash, yet may lead to what the search has hidden since.
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (link && link.hash === location.hash) reveal();
});
reveal();
if (navigator.clipboard) {
  for (const button of document.querySelectorAll('button.copy')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.parentElement.querySelector('pre').textContent);
      button.textContent = 'Copied';
    });
  }
}
addEventListener('beforeprint', () => {
  for (const each of document.querySelectorAll('article.failure details')) each.open = true;
});
`
