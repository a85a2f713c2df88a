import type { SecretPathServer } from '../../engine/pact/secret-path-server.ts'
import { openLivePage } from '../live-page.ts'
import type { Next, WatchedClause } from './watched.ts'

export type WatchNews = {
  baseUrl: string
  doing: string
  runs: number
  clauses: readonly WatchedClause[]
  fixed: readonly string[]
  spent: string
  next?: Next | undefined
}

const MAIN = `<p id="target"></p>
<p id="doing" role="status"></p>
<p id="counts"></p>
<section id="next" hidden>
<h2>Fix next</h2>
<p><strong id="title"></strong></p>
<dl><dt>Case</dt><dd id="case"></dd><dt>Expected</dt><dd id="expected"></dd><dt>Received</dt><dd id="received"></dd><dt>Fix</dt><dd id="fix"></dd></dl>
<pre id="command" tabindex="0"></pre>
</section>
<h2>Failed</h2>
<ol id="failed"></ol>
<h2>Fixed since the start</h2>
<ol id="fixed"></ol>
<h2>Passed</h2>
<ol id="passed"></ol>`

const CSS = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --good: #17713f; --bad: #b81f2d; --warn: #8a5a00 }
@media (prefers-color-scheme: dark) { :root { --good: #5fcf93; --bad: #ff8a8f; --warn: #e8b64c } }
main { max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin: 1.5rem 0 .25rem }
ol { list-style: none; padding: 0; margin: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: .1rem 1rem }
ol:empty::after { content: 'none so far' }
li, p, dd { overflow-wrap: anywhere }
#next { border-left: 6px solid var(--bad); padding: .1rem 1rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .5rem 0 } dd { margin: 0 }
pre { font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
.good { color: var(--good) } .bad { color: var(--bad) } .warn { color: var(--warn) }
`

const JS = `
const by = (id) => document.getElementById(id)
const item = ({ id, sign, tone, rule, word }) => {
  const li = document.createElement('li')
  li.className = tone
  li.title = rule
  li.textContent = sign + ' ' + id
  li.setAttribute('aria-label', id + ': ' + word)
  return li
}
const show = ({ baseUrl, doing, runs, clauses, fixed, spent, next }) => {
  const bad = clauses.filter(({ tone }) => tone === 'bad' || tone === 'warn')
  const good = clauses.filter(({ tone }) => tone === 'good')
  by('target').textContent = baseUrl
  by('doing').textContent = doing
  by('counts').textContent = bad.length + ' failed, ' + good.length + ' passed, ' + fixed.length + ' fixed since the start · ' + runs + (runs === 1 ? ' run · ' : ' runs · ') + spent
  document.title = (bad.length === 0 ? '✔ ' : bad.length + ' ✘ ') + 'gatecheck watch'
  by('next').hidden = !next
  if (next) for (const name of ['title', 'case', 'expected', 'received', 'fix', 'command']) by(name).textContent = next[name] ?? '–'
  by('command').hidden = !next?.command
  by('failed').replaceChildren(...bad.map(item))
  by('fixed').replaceChildren(...good.filter(({ id }) => fixed.includes(id)).map(item))
  by('passed').replaceChildren(...good.filter(({ id }) => !fixed.includes(id)).map(item))
}
const look = async () => {
  try {
    show(await (await fetch('news.json')).json())
  } catch {
    by('doing').textContent = 'gatecheck watch has stopped.'
  }
  setTimeout(look, 500)
}
look()
`

/** A live page of the results. */
export const openPage = (news: () => WatchNews): Promise<SecretPathServer> =>
  openLivePage({ title: 'gatecheck watch', main: MAIN, css: CSS, js: JS, json: { 'GET /news.json': news } })
