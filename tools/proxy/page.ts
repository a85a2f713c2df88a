/** The page of a running proxy: it requests the news, and shows them. Text is never read as markup. */
const MAIN = `<p id="target"></p>
<p id="counts" role="status"></p>
<p id="notice" role="alert" hidden></p>
<p><button id="write" type="button">Write reports</button> <span id="written" role="status"></span></p>
<h2>Failures of the server</h2>
<ol id="server"></ol>
<h2>Failures of the client</h2>
<ol id="client"></ol>`

const CSS = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
ol { list-style: none; padding: 0 }
ol:empty::after { content: 'none so far' }
li { border-left: 4px solid #b3261e; padding: .25rem .75rem; margin: .75rem 0 }
li.should { border-color: #9a6700 }
li p { margin: .15rem 0; overflow-wrap: anywhere }
code, pre { font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
#notice { border: 1px solid; padding: .5rem }
`

const JS = `
const by = (id) => document.getElementById(id)
const made = (name, text, className = '') => Object.assign(document.createElement(name), { textContent: text, className })
const time = (ms) => new Date(ms).toLocaleTimeString([], { hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })
let shown = ''
const item = ({ clause, level, title, expected, received, cases, since, shown }) => {
  const li = made('li', '', level)
  const head = made('p', '')
  head.append(made('strong', clause), ' (' + level + ', ' + cases + (cases === 1 ? ' case' : ' cases') + ', since ' + time(since) + ')')
  const lines = shown.map(({ n, at, asked, came }) => n + '  ' + time(at) + '  ' + asked + '  → ' + came)
  li.append(head, made('p', title), made('p', 'Expected: ' + expected), made('p', 'Received: ' + received), made('pre', lines.join('\\n')))
  return li
}
const show = (now) => {
  by('target').textContent = 'Forwarding to ' + now.target + ' since ' + time(now.startedAt) + '.'
  const late = now.late.count ? ' · delayed ' + now.late.count + ' times, up to ' + Math.round(now.late.most) + ' ms' : ''
  by('counts').textContent = now.exchanges + ' exchanges, judged up to number ' + now.judged + ' · ' + now.connections + ' connections · keys: ' + (now.keys.join(', ') || 'none so far') + late
  const notes = [
    now.notRecorded && 'Recording stopped: ' + now.notRecorded,
    now.unreached.count && 'Cannot reach the target (' + now.unreached.count + ' times): ' + now.unreached.last,
    now.unread.count && now.unread.count + ' connections forwarded without being judged: ' + now.unread.last,
  ].filter(Boolean)
  by('notice').hidden = notes.length === 0
  by('notice').textContent = notes.join(' · ')
  const text = JSON.stringify(now.findings)
  if (text === shown) return
  shown = text
  for (const side of ['server', 'client']) by(side).replaceChildren(...now.findings.filter((each) => each.side === side).map(item))
}
const look = async () => {
  try {
    show(await (await fetch('standing.json')).json())
  } catch {
    by('counts').textContent = 'The proxy has stopped.'
  }
  setTimeout(look, 1000)
}
by('write').addEventListener('click', async () => {
  by('written').textContent = '…'
  try {
    const { paths } = await (await fetch('reports', { method: 'POST' })).json()
    by('written').textContent = paths.join(', ')
  } catch {
    by('written').textContent = 'Cannot write the reports.'
  }
})
look()
`

export const PROXY_PAGE = { title: 'gatecheck proxy', main: MAIN, css: CSS, js: JS } as const
