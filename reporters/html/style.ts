/** Colours have a contrast of at least 4.5 to 1 on both backgrounds; words or signs repeat what they mean. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --panel: #f5f6f8; --ink: #1b1f24; --soft: #565e69; --line: #d7dce2; --link: #1556b0;
  --good: #17713f; --bad: #b81f2d; --warn: #8a5a00; --doubtful: #6b4fa0; --waived: #0b6a7a; --none: #5f6771;
  --good-soft: #dff3e6; --bad-soft: #fde4e5; --warn-soft: #fbeccb; --doubtful-soft: #ece5f8; --waived-soft: #daf0f4; --none-soft: #e9ecef;
  --mark: #ffe08a; --queued: #9aa7b5; --generating: #4f8fd6; --enhancing: #9a6fd0; --succeeded: #2c9d5f; --failed: #d2414d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171b; --panel: #1c2126; --ink: #e7eaee; --soft: #a3acb7; --line: #333a42; --link: #86b7ff;
    --good: #5fcf93; --bad: #ff8a8f; --warn: #e8b64c; --doubtful: #c3a8f5; --waived: #6fd0e0; --none: #a0a8b2;
    --good-soft: #17392780; --bad-soft: #4d1d2280; --warn-soft: #45350f80; --doubtful-soft: #35294d80; --waived-soft: #123f4880; --none-soft: #2a303780;
    --mark: #6d5600; --queued: #6e7a87; --generating: #4f8fd6; --enhancing: #9a6fd0; --succeeded: #2fae69; --failed: #e0545f;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 3.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
main, footer { max-width: 66rem; margin: 0 auto; padding: 0 1.25rem; }
footer { border-top: 1px solid var(--line); margin-top: 1.25rem; padding-top: .5rem; padding-bottom: 1rem; color: var(--soft); font-size: .875rem; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, pre:focus-visible, button:focus-visible, input:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
h1, h2, h3, h4 { line-height: 1.25; margin: 0; }
h1 { font-size: 1.25rem; font-weight: 600; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 1.1rem 0 .5rem; }
h3 { font-size: 1.0625rem; }
h4 { font-size: .75rem; font-weight: 600; color: var(--soft); text-transform: uppercase; letter-spacing: .04em; margin: .75rem 0 .25rem; }
p { margin: .4rem 0; }
code, pre, .id { font-family: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace; font-size: .875em; }
code { overflow-wrap: anywhere; }
pre { margin: 0; padding: .6rem .75rem; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 26rem; overflow: auto; }
.faint { color: var(--soft); }
.digest { overflow-wrap: anywhere; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.skip { position: absolute; left: -999px; }
.skip:focus { left: .5rem; top: .5rem; z-index: 3; background: var(--paper); padding: .5rem 1rem; }
nav { position: sticky; top: 0; z-index: 2; display: flex; gap: 1.1rem; padding: .6rem 1.25rem; background: var(--paper); border-bottom: 1px solid var(--line); overflow-x: auto; white-space: nowrap; }
nav a { text-decoration: none; }
nav .name { font-weight: 700; color: var(--ink); }
.verdict { margin-top: 1rem; padding: 1rem 1.25rem; border-radius: 10px; border-left: 8px solid; background: var(--panel); }
.verdict .word { font-size: 2rem; font-weight: 800; line-height: 1.1; margin: 0 0 .35rem; }
.verdict .words { font-size: 1rem; overflow-wrap: anywhere; }
.verdict.good { border-color: var(--good); background: var(--good-soft); } .verdict.good .word { color: var(--good); }
.verdict.bad { border-color: var(--bad); background: var(--bad-soft); } .verdict.bad .word { color: var(--bad); }
.verdict.doubtful { border-color: var(--warn); background: var(--warn-soft); } .verdict.doubtful .word { color: var(--warn); }
.verdict .faint { color: var(--ink); font-size: .875rem; }
.judged { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 1.5rem; margin-top: .9rem; }
.judged h2 { font-size: 1rem; margin: 0 0 .4rem; }
.judged p { margin: .25rem 0 0; } .judged a { text-decoration: none; } .judged a:hover { text-decoration: underline; }
.bar { display: flex; gap: 2px; height: 14px; border-radius: 7px; overflow: hidden; }
.bar span { min-width: 4px; }
.bar .good { background: var(--good); } .bar .bad { background: var(--bad); } .bar .warn { background: var(--warn); } .bar .doubtful { background: var(--doubtful); } .bar .waived { background: var(--waived); } .bar .none { background: var(--none); }
p .good, td .good { color: var(--good); } p .bad { color: var(--bad); } p .warn { color: var(--warn); } p .doubtful, td .doubtful { color: var(--doubtful); } p .waived { color: var(--waived); } p .none { color: var(--none); }
.not-judged ul { padding-left: 1.4rem; margin: .4rem 0; }
.not-judged li { margin: .4rem 0; overflow-wrap: anywhere; }
.part { border-top: 1px solid var(--line); margin-top: .25rem; }
.part > summary { padding: .45rem .25rem; overflow-wrap: anywhere; }
.part > summary:hover { background: var(--panel); }
.part > summary h2, .part > summary h3 { display: inline; font-size: 1.0625rem; margin: 0; }
.part > div { scroll-margin-top: 6.5rem; }
.gist { color: var(--soft); font-size: .875rem; font-weight: 400; }
.count { color: var(--soft); font-size: .875rem; font-weight: 400; }
.sign { display: inline-flex; align-items: center; justify-content: center; width: 1.35em; height: 1.35em; border-radius: 4px; font-weight: 700; font-size: .875em; flex: none; }
.sign.good { background: var(--good-soft); color: var(--good); } .sign.bad { background: var(--bad-soft); color: var(--bad); } .sign.warn { background: var(--warn-soft); color: var(--warn); } .sign.doubtful { background: var(--doubtful-soft); color: var(--doubtful); } .sign.waived { background: var(--waived-soft); color: var(--waived); } .sign.none { background: var(--none-soft); color: var(--none); }
.tag { display: inline-block; border: 1px solid var(--line); border-radius: 4px; padding: 0 .4em; font-size: .75rem; font-weight: 400; color: var(--soft); background: var(--paper); white-space: nowrap; }
.tag.must { color: var(--ink); font-weight: 600; }
button.tag { padding: 0 .4em; border-radius: 4px; font-size: .75rem; color: var(--link); }
button.tag:hover { border-color: var(--link); }
.failure { border: 1px solid var(--line); border-left: 6px solid var(--warn); border-radius: 8px; padding: .6rem 1rem; margin: .6rem 0; scroll-margin-top: 3.5rem; }
.failure .head { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .6rem; }
.failure .self { color: inherit; text-decoration: none; } .failure .self:hover { text-decoration: underline; }
.failure .rule { margin: 0; flex: 1 1 26rem; }
.failure .shown { flex-basis: 100%; }
.title { font-size: 1rem; color: inherit; text-transform: none; letter-spacing: 0; margin: 0; }
.doors { display: flex; flex-wrap: wrap; gap: .1rem 1.5rem; margin-top: .25rem; }
.doors > details { min-width: 0; max-width: 100%; } .doors > details[open], .doors > p { flex-basis: 100%; }
.doors > details > summary { color: var(--link); font-size: .9375rem; width: fit-content; overflow-wrap: anywhere; }
.doors > p { margin: 0; }
.keys { font-size: .8125rem; }
.failure.bad { border-left-color: var(--bad); } .failure.waived { border-left-color: var(--waived); }
.failure h3 { overflow-wrap: anywhere; }
.account { display: grid; grid-template-columns: fit-content(50%) minmax(0, 1fr); gap: .1rem 1.5rem; margin: .35rem 0; }
.account .wide { grid-column: 1 / -1; }
.account div { display: grid; grid-template-columns: 5rem 1fr; gap: .5rem; }
.account dt { color: var(--soft); }
.account dd { margin: 0; overflow-wrap: anywhere; }
.expected { color: var(--good); font-weight: 600; } .received { color: var(--bad); font-weight: 600; }
.account .received { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; }
.pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 1rem; margin: .4rem 0; }
.pair.alone { grid-template-columns: minmax(0, 1fr); }
.pair figure { display: grid; grid-template-rows: subgrid; grid-row: span 6; row-gap: 0; align-content: start; margin: 0; min-width: 0; scroll-margin-top: 3.5rem; }
.pair figure:target { outline: 3px solid var(--link); outline-offset: 4px; border-radius: 4px; }
.pair h4 { margin: .4rem 0 .2rem; }
.show { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .6rem; font-size: .875rem; }
.pair figcaption { font-weight: 600; font-size: .9375rem; }
.pair pre { position: relative; font-size: .8125rem; line-height: 1.4; padding: .4rem 0; max-height: 15rem; }
.pair.alone pre { max-height: 17rem; }
/* What is missing is what the reader looks for. */
.pair pre:has(.missing), .pair.alone pre:has(.missing) { max-height: 30rem; }
.pair .sent pre { max-height: 10rem; }
.pair pre span { display: block; padding: 0 .75rem; min-height: 1.45em; }
.pair pre .differs, .pair pre .missing { position: relative; background: var(--warn-soft); box-shadow: inset 3px 0 0 var(--warn); padding-left: 1.6rem; }
.pair pre .missing { background: var(--bad-soft); box-shadow: inset 3px 0 0 var(--bad); color: var(--bad); border-block: 1px dashed var(--bad); }
.pair pre .differs::before, .pair pre .missing::before { position: absolute; left: .5rem; content: '≠'; color: var(--warn); font-weight: 700; }
.pair pre .missing::before { content: '∅'; color: var(--bad); }
mark { background: var(--mark); color: inherit; border-radius: 2px; }
mark.gap { padding: 0 2px; }
.command { display: flex; align-items: flex-start; gap: .5rem; margin: .25rem 0; } .command pre { flex: 1; min-width: 0; max-height: 9rem; }
button { font: inherit; font-size: .875rem; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: .25rem .75rem; cursor: pointer; }
.copy { padding: .1rem .6rem; }
details > summary { cursor: pointer; }
.further { margin: .3rem 0; overflow-wrap: anywhere; } .further ul { margin: .3rem 0; }
.explained { overflow-wrap: anywhere; }
.explained dl { margin: .5rem 0 0; }
.explained dt { font-weight: 600; margin-top: .5rem; }
.explained dd { margin: 0; max-width: 48rem; }
.videos { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: .75rem; margin: .5rem 0; align-items: start; }
.video { border: 1px solid var(--line); border-left: 6px solid var(--none); border-radius: 8px; padding: .6rem .8rem; min-width: 0; overflow-wrap: anywhere; font-size: .9375rem; scroll-margin-top: 3.5rem; }
.video.good { border-left-color: var(--good); } .video.bad { border-left-color: var(--bad); } .video.warn { border-left-color: var(--warn); } .video.waived { border-left-color: var(--waived); } .video.doubtful { border-left-color: var(--doubtful); }
.video .top { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: .75rem; align-items: center; }
.video p { margin: .15rem 0; } .video .top p { font-size: .875rem; } .video .outcome { margin: .5rem 0; }
.still, .shape { display: block; width: 9rem; height: 5.0625rem; background: var(--panel); border-radius: 4px; }
.still { object-fit: contain; }
.shape rect { fill: var(--none-soft); stroke: var(--soft); } .shape rect.unknown { fill: none; stroke-dasharray: 4 3; } .shape text { fill: var(--soft); font: 12px system-ui, sans-serif; }
.video table { margin-top: .4rem; font-size: .875rem; table-layout: fixed; } .video th, .video td { padding: .2rem .5rem .2rem 0; } .video td:last-child { padding-right: 0; }
.video th { color: var(--soft); } .video th:first-child { width: 5.25rem; } .video thead th:nth-child(2) { width: 5.75rem; }
.video td.bad { color: var(--bad); } .video td.warn { color: var(--warn); } .video td.waived { color: var(--waived); } .video td.doubtful { color: var(--doubtful); } .video td.good { color: inherit; }
.says { margin-top: .35rem; font-size: .875rem; } .says summary { color: var(--link); width: fit-content; }
.says dl { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: .2rem .5rem; margin: .35rem 0 0; } .says dt { color: var(--soft); } .says dd { margin: 0; }
.matrix { display: flex; flex-wrap: wrap; gap: .5rem 1.1rem; }
.matrix .row { display: flex; align-items: flex-start; gap: .35rem; } .matrix .row button { min-height: 26px; }
.squares { display: flex; flex-wrap: wrap; gap: 4px; }
.square { display: inline-flex; align-items: center; justify-content: center; width: 26px; height: 26px; border-radius: 5px; text-decoration: none; font-weight: 700; font-size: .8125rem; border: 1px solid; }
.square.must { border-width: 2.5px; }
.square.good { background: var(--good-soft); color: var(--good); } .square.bad { background: var(--bad-soft); color: var(--bad); } .square.warn { background: var(--warn-soft); color: var(--warn); } .square.doubtful { background: var(--doubtful-soft); color: var(--doubtful); } .square.waived { background: var(--waived-soft); color: var(--waived); } .square.none { background: var(--none-soft); color: var(--none); }
.legend .square { width: 20px; height: 20px; font-size: .6875rem; }
.filters { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1.5rem; margin: .5rem 0 1rem; padding: .75rem 1rem; background: var(--panel); border-radius: 8px; }
.filters[hidden] { display: none; }
.filters fieldset { border: 0; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
.filters legend { float: left; margin-right: .75rem; color: var(--soft); }
.chip { display: inline-flex; align-items: center; gap: .3rem; border: 1px solid; border-radius: 1rem; padding: .05rem .65rem .05rem .45rem; cursor: pointer; }
.chip.good { color: var(--good); } .chip.bad { color: var(--bad); } .chip.warn { color: var(--warn); } .chip.doubtful { color: var(--doubtful); } .chip.waived { color: var(--waived); } .chip.none { color: var(--none); }
.chip:not(:has(:checked)) { opacity: .75; text-decoration: line-through; }
.filters input[type=search] { font: inherit; padding: .25rem .6rem; border: 1px solid var(--soft); border-radius: 6px; background: var(--paper); color: var(--ink); min-width: min(16rem, 60vw); }
.group .title { margin: 1.1rem 0 .3rem; }
.clause { border-top: 1px solid var(--line); }
.clause summary { display: grid; grid-template-columns: auto minmax(11rem, 17rem) auto 1fr auto; gap: .2rem .7rem; align-items: baseline; padding: .4rem .25rem; }
.clause summary:hover { background: var(--panel); }
.took { color: var(--soft); font-size: .8125rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.clause .id { overflow-wrap: anywhere; font-weight: 600; }
.clause .inside { padding: .25rem .25rem 1rem 2.2rem; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
caption { text-align: left; font-weight: 600; padding: .4rem 0; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-top: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--soft); font-size: .8125rem; border-top: 0; }
td { overflow-wrap: anywhere; }
.scroll td, .scroll td code { overflow-wrap: break-word; }
#choices th[scope=row] { min-width: 15rem; width: 45%; }
.numbers { font-variant-numeric: tabular-nums; white-space: nowrap; }
th[scope=rowgroup] { padding-top: 1rem; font-weight: 600; }
.scroll { overflow-x: auto; }
.picture { margin: 1.5rem 0; }
.picture svg { display: block; max-width: none; }
.picture svg text { fill: var(--soft); font: 12px system-ui, sans-serif; }
.picture svg text.name { fill: var(--ink); }
.axis line { stroke: var(--line); }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; margin: .4rem 0; font-size: .875rem; }
.swatch { display: inline-block; width: .85em; height: .85em; border-radius: 2px; margin-right: .4em; vertical-align: -.05em; border: 1px solid var(--line); }
.submitted { fill: none; stroke: var(--queued); stroke-dasharray: 2 2; } .swatch.submitted { border: 1px dashed var(--queued); }
.queued { fill: var(--queued); background: var(--queued); } .generating { fill: var(--generating); background: var(--generating); } .enhancing { fill: var(--enhancing); background: var(--enhancing); }
.succeeded { fill: var(--succeeded); background: var(--succeeded); } .failed { fill: var(--failed); background: var(--failed); } .odd { fill: var(--warn); background: var(--warn); } .stageless { fill: var(--mark); background: var(--mark); }
.poll { stroke: var(--ink); stroke-width: 1; fill: none; opacity: .45; }
.wait { fill: var(--warn); background: var(--warn); opacity: .55; } path.limited, .swatch.told { fill: var(--bad); background: var(--bad); }
.box { fill: var(--generating); opacity: .55; } .whisker { stroke: var(--soft); } .median { stroke: var(--ink); stroke-width: 2; }
.ok { fill: var(--succeeded); background: var(--succeeded); } .moved { fill: var(--enhancing); background: var(--enhancing); } .refused { fill: var(--generating); background: var(--generating); }
rect.limited, .swatch.limited { fill: var(--warn); background: var(--warn); } .crashed { fill: var(--failed); background: var(--failed); } rect.none { fill: var(--queued); } .swatch.none { background: var(--queued); }
.budget { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 1rem; margin: 0; }
.budget dt { color: var(--soft); font-size: .875rem; } .budget dd { margin: 0; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
.meter { height: 8px; min-width: 6rem; background: var(--none-soft); border-radius: 4px; overflow: hidden; margin-top: .3rem; }
.meter span { display: block; height: 100%; background: var(--generating); }
.drawn { max-width: 46rem; }
[popover].law { width: min(44rem, 92vw); max-height: 80vh; overflow: auto; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 10px; background: var(--paper); color: var(--ink); box-shadow: 0 8px 32px #0006; }
[popover].law::backdrop { background: #0006; }
[popover].law h2 { margin: 0; font-size: 1.125rem; } [popover].law ul { padding-left: 1.2rem; } [popover].law li { margin: .35rem 0; overflow-wrap: anywhere; }
@media (max-width: 46rem) {
  html { scroll-padding-top: 4.5rem; }
  nav { flex-wrap: wrap; gap: .1rem .9rem; padding: .4rem .9rem; font-size: .9375rem; }
  main, footer { padding: 0 .9rem; }
  .pair { grid-template-columns: minmax(0, 1fr); }
  .clause summary { grid-template-columns: auto 1fr auto; }
  .clause summary .rule { grid-column: 1 / -1; }
  .clause summary .took { display: none; }
  .command { flex-direction: column; } .command pre { width: 100%; }
  .clause .inside { padding-left: .25rem; }
  :is(.inside, #choices, #clauses) :is(table, tbody, tr, td, th[scope=row]) { display: block; }
  #choices th[scope=row] { width: auto; min-width: 0; }
  :is(.inside, #choices, #clauses) thead { display: none; }
  :is(.inside, #choices, #clauses) :is(td, th[scope=row]) { border: 0; padding: .1rem 0; } :is(.inside, #choices, #clauses) tr { border-top: 1px solid var(--line); padding: .4rem 0; }
  .verdict { padding: 1rem; } .verdict .word { font-size: 1.75rem; }
  .failure { padding: .8rem .9rem; }
  .account, .account div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .failure .rule { flex-basis: 100%; }
  .square { width: 30px; height: 30px; } .matrix .row button { min-height: 30px; }
  .matrix .row { flex-wrap: nowrap; } .squares { flex: 1; }
}
@media print {
  :root { --paper: #fff; --panel: #fff; --ink: #000; --soft: #333; --line: #bbb; }
  nav, .filters, .copy, .skip, [popover] { display: none !important; }
  #broken details::details-content { content-visibility: visible; display: block; block-size: auto; }
  main, footer { max-width: none; padding: 0; }
  pre, .pair pre, .command pre { max-height: none; }
  /* Browsers leave backgrounds out to save ink; these are what is to be read. */
  .bar, .meter, .swatch, .sign, .square, .verdict, mark, .still, .shape, .differs, .missing { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .picture, .video, .clause, .matrix, tr, .account, .pair figure pre { break-inside: avoid; }
  h2, h3, h4, caption, [scope=rowgroup] { break-after: avoid; }
  .picture svg { width: 100%; height: auto; }
  body { font-size: 11pt; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`
