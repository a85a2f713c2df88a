import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finish } from './children.ts'
import { documentedCalls } from './documented.ts'
import { served } from './served.ts'
import { step } from './steps.ts'
import { told, type Where } from './trials.ts'

type Trial = { shows: RegExp; exit?: number }

/** The documented curl calls, by heading and in order, with the expected output of each block. */
export const CALLS: Record<string, Trial[]> = {
  'Start the service': [{ shows: /"swift"[\s\S]*"status":"queued"/ }],
  'Control API': [
    { shows: /^\{"entries":\[\][\s\S]*\}\{"n":1,/ },
    // The stream has no end, so it gets a time limit.
    { shows: /^event: entry$/m, exit: 28 },
    { shows: /"as":"two refusals"[\s\S]*"key":"cl_[\s\S]*"speed":60[\s\S]*"status":"running"[\s\S]*"name":"start"/ },
  ],
}

/** Makes curl fail on a 4xx or 5xx response. */
const SETTINGS = 'silent\nshow-error\nfail-with-body\n'
const ENDLESS = `${SETTINGS}max-time = 5\n`

/** Runs each block in its own shell, with the variables that "serve" prints; all against one service. */
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

/** The page and all files that it refers to, which are not imported. */
async function tryConsole(origin: string, what: string): Promise<void> {
  const page = await (await fetch(origin)).text()
  const names = [...page.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, name]) => name!)
  const answers = await Promise.all(names.map((name) => fetch(new URL(name, origin))))
  const missing = answers.filter(({ ok }) => !ok).map(({ url, status }) => `${url}: ${status}`)
  step(what, names.length > 2 && missing.length === 0, `${names.length} names\n${missing.join('\n')}`)
}
