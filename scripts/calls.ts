import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finish } from './children.ts'
import { documentedCalls } from './documented.ts'
import { served } from './served.ts'
import { step } from './steps.ts'
import { told, type Where } from './trials.ts'

type Trial = { shows: RegExp; exit?: number }

/** What is called by curl in the documents, by heading and in order, and what each block shows. */
export const CALLS: Record<string, Trial[]> = {
  'Start the service': [{ shows: /"swift"[\s\S]*"status":"queued"/ }],
  'Control API': [
    { shows: /^\{"entries":\[\][\s\S]*\}\{"n":1,/ },
    // It has no end, and is given one.
    { shows: /^event: entry$/m, exit: 28 },
    { shows: /"as":"two refusals"[\s\S]*"key":"cl_[\s\S]*"speed":60[\s\S]*"status":"running"[\s\S]*"name":"start"/ },
  ],
}

/** A call that is answered 4xx or 5xx is a failure, whatever it shows. */
const SETTINGS = 'silent\nshow-error\nfail-with-body\n'
const ENDLESS = `${SETTINGS}max-time = 5\n`

/** Each block in a shell of its own, with what is set where a user pastes the lines of "serve"; all against one service. */
export async function tryCalls({ folder, node, version }: Where): Promise<void> {
  const { env, close, control } = await served(folder, node)
  const nth: Record<string, number> = {}
  try {
    for (const { heading, text } of documentedCalls()) {
      nth[heading] = (nth[heading] ?? -1) + 1
      const trial = CALLS[heading]?.[nth[heading]]
      if (!trial) throw new Error(`what is called by curl below "${heading}" is not tried`)
      writeFileSync(join(folder.path, '.curlrc'), trial.exit === undefined ? SETTINGS : ENDLESS)
      const inShell = { cwd: folder.path, node, env: { ...env, CURL_HOME: folder.path } }
      const ended = await finish('bash', ['-e', '-u', '-o', 'pipefail', '-c', text], inShell)
      const isWell = ended.code === (trial.exit ?? 0) && trial.shows.test(ended.output)
      step(`Node ${version}, ${folder.kind}: curl below "${heading}"`, isWell, told(ended))
    }
    await tryConsole(control, `Node ${version}, ${folder.kind}: the console`)
  } finally {
    await close()
  }
}

/** The page and all that it names, which no import leads to. */
async function tryConsole(origin: string, what: string): Promise<void> {
  const page = await (await fetch(origin)).text()
  const names = [...page.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, name]) => name!)
  const answers = await Promise.all(names.map((name) => fetch(new URL(name, origin))))
  const missing = answers.filter(({ ok }) => !ok).map(({ url, status }) => `${url}: ${status}`)
  step(what, names.length > 2 && missing.length === 0, `${names.length} names\n${missing.join('\n')}`)
}
