/** Added to the style of all pages. */
export const DRIFT_STYLE = `
:root { --news: #1556b0; --news-soft: #dfebfb; }
@media (prefers-color-scheme: dark) { :root { --news: #86b7ff; --news-soft: #1b315080; } }
.verdict.news { border-color: var(--news); background: var(--news-soft); } .verdict.news .word { color: var(--news); }
.bar .news { background: var(--news); } p .news { color: var(--news); }
.sign.news, .square.news { background: var(--news-soft); color: var(--news); }
.failure.change.news { border-left-color: var(--news); }
.places { display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: .35rem 1.5rem; }
.places .row { display: flex; align-items: flex-start; gap: .6rem; padding: .2rem 0; border-bottom: 1px dotted var(--line); }
.places .name { flex: 0 0 10.5rem; font-size: .9375rem; line-height: 26px; }
.places .square small { font-size: .625rem; margin-left: 1px; }
.change h3 { flex: 1 1 24rem; font-size: 1.0625rem; font-weight: 600; }
.change .head { align-items: flex-start; flex-wrap: nowrap; } .change .head .sign { margin-top: .1rem; }
.tag.reads { color: var(--bad); border-color: var(--bad); flex: none; }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .5rem; margin: .5rem 0 .25rem; }
.side { display: grid; gap: .1rem; align-content: start; border-radius: 6px; padding: .35rem .75rem .45rem; }
.side .label { font-size: .75rem; color: var(--soft); text-transform: uppercase; letter-spacing: .04em; }
.side .value { font-family: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace; font-size: .9375rem; overflow-wrap: anywhere; }
.side del, .side ins { text-decoration: none; }
.side.was { background: var(--bad-soft); box-shadow: inset 3px 0 0 var(--bad); }
.side.is { background: var(--good-soft); box-shadow: inset 3px 0 0 var(--good); }
.often { display: flex; align-items: center; gap: .6rem; font-size: .8125rem; }
.often .meter { flex: 0 1 8rem; margin: 0; background: var(--paper); border: 1px solid var(--line); }
.side.was .meter span { background: var(--bad); } .side.is .meter span { background: var(--good); }
.counts { font-size: .875rem; margin: .1rem 0; }
.todo { margin: .4rem 0; }
.at table { font-size: .875rem; min-width: 40rem; } .at th[scope=rowgroup] { padding-top: .35rem; font-weight: 400; }
.chips { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .4rem .6rem; }
.chips li { border: 1px solid; border-radius: 1rem; padding: .05rem .7rem; font-size: .875rem; }
.chips .good { color: var(--good); } .chips .bad { color: var(--bad); } .chips .none { color: var(--none); }
.from-the-end { direction: rtl; } .from-the-end > * { direction: ltr; margin-right: auto; }
.day { stroke-width: 1.5; }
.day.good { fill: var(--good-soft); stroke: var(--good); } .day.bad { fill: var(--bad-soft); stroke: var(--bad); } .day.news { fill: var(--news-soft); stroke: var(--news); } .day.doubtful { fill: var(--doubtful-soft); stroke: var(--doubtful); stroke-dasharray: 3 2; }
.day.bad { stroke-width: 2.5; } .unasked { fill: var(--line); }
.picture svg text.good { fill: var(--good); } .picture svg text.bad { fill: var(--bad); } .picture svg text.news { fill: var(--news); } .picture svg text.doubtful { fill: var(--doubtful); }
.picture svg text.letter { font-weight: 700; }
.swatch.good { background: var(--good-soft); border-color: var(--good); } .swatch.bad { background: var(--bad-soft); border-color: var(--bad); } .swatch.news { background: var(--news-soft); border-color: var(--news); } .swatch.doubtful { background: var(--doubtful-soft); border: 1px dashed var(--doubtful); }
.spells { min-width: 46rem; font-size: .9375rem; } .spells .what { min-width: 18rem; } .spells .now { white-space: nowrap; }
.spell { display: inline-flex; gap: 1px; align-items: flex-end; height: 18px; }
.spell span { width: 5px; height: 4px; background: var(--line); }
.spell .bad { height: 18px; background: var(--bad); } .spell .news { height: 12px; background: var(--news); }
@media (max-width: 46rem) {
  .spells { min-width: 0; } .spells, .spells tbody, .spells tr, .spells th, .spells td { display: block; } .spells thead { display: none; }
  .spells .what { min-width: 0; } .spells td { border: 0; padding: .1rem 0; } .spells td::before { content: attr(data-label); display: inline-block; width: 6rem; color: var(--soft); }
  .spells tr { padding-bottom: .5rem; } .spells .now { white-space: normal; } .spells .now .faint { margin-left: 6rem; }
  .places { grid-template-columns: minmax(0, 1fr); }
  .places .name { line-height: 30px; }
  .often { flex-wrap: wrap; gap: .1rem .6rem; } .often .meter { flex: 1 1 100%; }
  .change h3 { flex-basis: auto; } .change .head { flex-wrap: wrap; } .change .head h3 { flex: 1 1 12rem; }
}
@media print { .side, .chips li, .day { print-color-adjust: exact; -webkit-print-color-adjust: exact; } .change { break-inside: avoid; } }
`
