/** Optional: adds search, makes links open their target, and copies commands. */
export const SCRIPT = `
'use strict';
const all = [...document.querySelectorAll('details.clause')];
const filters = document.getElementById('filters');
const search = document.getElementById('search');
const boxes = filters ? [...filters.querySelectorAll('input[name=tone]')] : [];
const apply = () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const tones = new Set(boxes.filter((each) => each.checked).map((each) => each.value));
  let count = 0;
  for (const row of all) {
    const fits = tones.has(row.dataset.tone) && words.every((word) => row.dataset.search.includes(word));
    row.hidden = !fits;
    if (fits) count++;
  }
  for (const group of document.querySelectorAll('.group')) group.hidden = !group.querySelector('details.clause:not([hidden])');
  document.getElementById('shown').textContent = count + ' of ' + all.length + ' clauses';
};
// Search and filters are kept in the URL so that they can be shared.
const remember = () => {
  const asked = new URLSearchParams();
  if (search.value.trim()) asked.set('q', search.value.trim());
  if (boxes.some((each) => !each.checked)) asked.set('show', boxes.filter((each) => each.checked).map((each) => each.value).join());
  history.replaceState(null, '', '#clauses' + (asked.size ? '?' + asked : ''));
};
const filterBy = (asked) => {
  const tones = asked.get('show')?.split(',');
  search.value = asked.get('q') ?? '';
  for (const box of boxes) box.checked = !tones || tones.includes(box.value);
  apply();
};
if (filters) {
  filters.hidden = false;
  filters.addEventListener('input', () => { apply(); remember(); });
  filters.addEventListener('click', ({ target }) => {
    const { all: how } = target.dataset;
    if (how) for (const row of all) if (!row.hidden) row.open = how === 'open';
  });
  apply();
}
const reveal = () => {
  const [name, asked] = decodeURIComponent(location.hash.slice(1)).split('?');
  const target = name && document.getElementById(name);
  if (!target) return;
  if (target.matches('[popover]')) return target.showPopover();
  if (filters && (asked !== undefined || target.hidden)) filterBy(new URLSearchParams(asked));
  for (let each = target; each; each = each.parentElement) if (each.tagName === 'DETAILS') each.open = true;
  const evidence = target.matches('article.failure') && target.querySelector('details.evidence');
  if (evidence) evidence.open = true;
  target.scrollIntoView();
};
addEventListener('hashchange', reveal);
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (!link) return;
  event.target.closest('[popover]')?.hidePopover();
  const { show } = link.dataset;
  if (show && filters) {
    event.preventDefault();
    history.pushState(null, '', '#clauses?show=' + show);
    reveal();
    // A repeated click doesn't change the hash, but its target may be hidden or closed by now.
  } else if (link.hash === location.hash) reveal();
});
reveal();
if (navigator.clipboard) {
  for (const button of document.querySelectorAll('button.copy')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.parentElement.querySelector('pre, code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
  }
}
// The difference may be below the visible part of its frame.
const showMark = (frame) => {
  const mark = frame.querySelector('.missing') ?? frame.querySelector('.differs');
  if (mark && mark.offsetTop + mark.offsetHeight > frame.clientHeight) frame.scrollTop = mark.offsetTop - frame.clientHeight / 2;
};
for (const each of document.querySelectorAll('details.evidence')) {
  const showAll = () => { for (const frame of each.querySelectorAll('.pair pre')) showMark(frame); };
  each.addEventListener('toggle', showAll);
  if (each.open) showAll();
}
let opened = [];
addEventListener('beforeprint', () => {
  opened = [...document.querySelectorAll('#broken details:not([open])')];
  for (const each of opened) each.open = true;
});
addEventListener('afterprint', () => {
  for (const each of opened) each.open = false;
});
`
