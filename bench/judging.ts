import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HISTORY_FILE } from '../engine/run/folder/files.ts'
import { run } from '../reporters/outcome/run.ts'
import { SUITES } from '../suites/index.ts'
import { besideTheService, inAFolder } from './beside.ts'
import { markdownTable } from './markdown-table.ts'
import { FLAGS, GENERATED_BODIES } from './memory.ts'
import { tell } from './tell.ts'

const LENGTHS = [1000, 10_000, 50_000, 100_000]
/** Limit for the step from the second length to the third: linear time is 1, quadratic time would be 5. */
const MOST_TIME = 1.5
const MOST_MEMORY = 1.5

export type Judged = { exchanges: number; seconds: number; megabytes: number }
type Row = Judged & { size: number; resumed: Judged }

/** Time to judge a recorded run, by its length; written to docs/reference/limits.md. */
export async function judgingBesideItsHistory(): Promise<boolean> {
  const rows: Row[] = []
  for (const length of LENGTHS) rows.push(await judgedRunOf(length))
  const [, middle, long] = rows as [Row, Row, Row, Row]
  const cells = rows.map(({ exchanges, size, seconds, megabytes, resumed }) => [
    String(exchanges),
    `${(size / 2 ** 20).toFixed(1)} MB`,
    ...[`${seconds.toFixed(1)} s`, `${((1000 * seconds) / exchanges).toFixed(2)} ms`, `${megabytes.toFixed(0)} MB`],
    ...[`${resumed.seconds.toFixed(1)} s`, `${resumed.megabytes.toFixed(0)} MB`],
  ])
  const judged = ['judged in', 'each', 'memory at most']
  const head = ['exchanges', 'history', ...judged, 'resumed in', 'memory at most']
  const text = markdownTable([head, ...cells], [0, 1, 2, 3, 4, 5, 6])
  tell('docs/reference/limits.md', 'judging', text)
  process.stdout.write(`${text}\n`)
  return isAsItShould(middle, long) && isAsItShould(middle.resumed, long.resumed)
}

function isAsItShould(middle: Judged, long: Judged): boolean {
  const each = ({ seconds, exchanges }: Judged) => seconds / exchanges
  return each(long) / each(middle) <= MOST_TIME && long.megabytes / middle.megabytes <= MOST_MEMORY
}

/** Most exchanges are generated bodies, each judged by many rules. */
function judgedRunOf(length: number): Promise<Row> {
  return inAFolder(async (folder) => {
    const historyPath = join(folder, HISTORY_FILE)
    const wishes = { only: [GENERATED_BODIES], generate: length, seed: 1, deadlineMs: 1_800_000 }
    await besideTheService((provision) => run({ provision, suites: SUITES, local: true, wishes, historyPath }))
    const judged = await alone(new URL('./processes/judged-process.ts', import.meta.url), historyPath)
    const size = statSync(historyPath).size
    brokenOff(historyPath)
    return {
      ...judged,
      size,
      resumed: await alone(new URL('./processes/resumed-process.ts', import.meta.url), historyPath),
    }
  })
}

/** Removes the ends of phases, so that all of them run again. */
function brokenOff(path: string): void {
  const lines = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, lines.filter((line) => !/^\{"kind":"(driven|ended)"/.test(line)).join('\n'))
}

/** In a fresh process. */
async function alone(script: URL, path: string): Promise<Judged> {
  const child = fork(fileURLToPath(script), [path], { execArgv: FLAGS })
  const [judged] = (await once(child, 'message')) as [Judged]
  child.disconnect()
  return judged
}
