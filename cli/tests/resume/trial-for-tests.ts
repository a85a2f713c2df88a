import { existsSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { idAt } from '../../../engine/discovery/dialect/job-id.ts'
import { jsonOf, succeeded } from '../../../engine/history/reading/reading.ts'
import { readRecorded } from '../../../engine/history/recorded.ts'
import { HISTORY_FILE, REPORT_FILE } from '../../../engine/run/folder/files.ts'
import type { Report } from '../../../reporters/outcome/report.ts'
import { type RunningService, startService } from '../../../service/start.ts'
import { command, environmentOf, type Finished, startCommand, temporaryFolder } from '../command.ts'

/** Kills the run as soon as its history has this size. `midLine`: cuts the last line, as a crash may. */
export type Kill = { atBytes: number; midLine?: boolean }

export type Outcome = {
  exits: (number | string | null)[]
  output: string
  verdicts: Record<string, string>
  reasons: Record<string, string | undefined>
  announced: number
  /** Jobs by the service's own count. */
  jobs: number
  /** Of these, jobs without a recorded response. */
  unknown: number
  uncertain: number
  /** Jobs that the service still holds unfinished. */
  unfinished: number
  /** By the report of the run. */
  counted: number
  /** Accepted submissions by phase, case and body, without those in `again`. */
  submitted: Record<string, number>
  /** Interrupted jobs of the quiet suite, which are submitted again. */
  again: number
  bytes: number
  seconds: number
  /** The last phase in the history at each kill. */
  at: string[]
}

const WATCHED_EVERY_MS = 2

/** Runs the CLI against a service in this process, kills it at these moments, and resumes it each time. */
export async function trial(options: readonly string[], kills: readonly Kill[]): Promise<Outcome> {
  const service = await startService()
  const folder = temporaryFolder()
  const began = performance.now()
  const out = join(folder.path, 'out')
  const history = join(out, HISTORY_FILE)
  const place = { cwd: folder.path, env: environmentOf(service) }
  const exits: Outcome['exits'] = []
  const at: string[] = []
  let last: Finished
  try {
    last = await killedAt(['run', '--out', out, '--report', 'json', ...options], kills[0])
    for (const [nth] of kills.entries()) {
      if (exits.at(-1) !== 'SIGKILL') break
      at.push(lastNameIn(history))
      last = await killedAt(['run', '--resume', out, '--report', 'json'], kills[nth + 1])
    }
    if (!existsSync(join(out, REPORT_FILE))) throw new Error(`${exits}, at ${at}: ${last.stdout}${last.stderr}`)
    return { ...countedIn(service, out), exits, at, output: last.stdout + last.stderr, seconds: sinceThen() }
  } finally {
    folder.remove()
    await service.close()
  }

  function sinceThen() {
    return (performance.now() - began) / 1000
  }

  async function killedAt(words: string[], kill: Kill | undefined): Promise<Finished> {
    if (!kill) {
      const ended = await command(words, place)
      exits.push(ended.code)
      return ended
    }
    const { process: child, finished } = startCommand(words, place)
    const watching = setInterval(() => {
      if (!existsSync(history) || statSync(history).size < kill.atBytes) return
      child.kill('SIGKILL')
    }, WATCHED_EVERY_MS)
    const ended = await finished
    clearInterval(watching)
    exits.push(ended.signal ?? ended.code)
    if (ended.signal !== null && kill.midLine) cutLastLine(history)
    return ended
  }
}

/** Cuts an exchange in half, unless it was synced. */
function cutLastLine(path: string): void {
  const text = readFileSync(path)
  const end = text.length - 1
  const begin = text.lastIndexOf('\n', end - 1) + 1
  if (text.subarray(begin, begin + 30).includes('"kind":"exchange"'))
    truncateSync(path, begin + Math.ceil((end - begin) / 2))
}

function lastNameIn(path: string): string {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const name = (line: string) => /"by":"([^"]*)"/.exec(line)?.[1]
  return (
    lines
      .slice(-2)
      .map(name)
      .find((each) => each !== undefined) ?? 'the beginning'
  )
}

/** Compares the service's jobs with the history of the run. */
function countedIn(service: RunningService, out: string): Omit<Outcome, 'exits' | 'output' | 'seconds' | 'at'> {
  const report = JSON.parse(readFileSync(join(out, REPORT_FILE), 'utf8')) as Report
  const path = join(out, HISTORY_FILE)
  const known = new Map<string, number>()
  const accepted = new Map<number, string>()
  let again = 0
  const noted = new Set<number>()
  let announced = 0
  for (const entry of readRecorded(path).recording) {
    if (entry.kind === 'began') announced = entry.announced?.jobs ?? 0
    if (entry.kind === 'resumed') for (const n of entry.abandoned) if (accepted.delete(n)) again++
    if (entry.kind === 'about to submit') noted.add(entry.n)
    if (entry.kind !== 'exchange') continue
    if (entry.answer) noted.delete(entry.n)
    const id = entry.request.method === 'POST' && succeeded(entry) ? idAt(jsonOf(entry)?.value, ['id']) : undefined
    if (id === undefined) continue
    known.set(id, entry.n)
    accepted.set(entry.n, [entry.purpose.by, entry.purpose.case, entry.request.body].join(' | '))
  }
  const jobs = service.jobs.list({ most: 100_000 })
  return {
    verdicts: Object.fromEntries(report.clauses.map(({ id, verdict }) => [id, verdict])),
    reasons: Object.fromEntries(report.clauses.map(({ id, reason }) => [id, reason])),
    announced,
    jobs: jobs.length,
    unknown: jobs.filter(({ id }) => !known.has(id)).length,
    uncertain: noted.size,
    unfinished: jobs.filter(({ status }) => status !== 'succeeded' && status !== 'failed').length,
    counted: report.budget.jobs,
    submitted: Object.fromEntries(
      [...Map.groupBy(accepted.values(), (name) => name)].map(([name, all]) => [name, all.length]),
    ),
    again,
    bytes: statSync(path).size,
  }
}

/** Submissions that were accepted twice, and more often than in the uninterrupted run. */
export const paidTwice = (whole: Pick<Outcome, 'submitted'>, resumed: Pick<Outcome, 'submitted'>): string[] =>
  Object.entries(resumed.submitted).flatMap(([name, times]) =>
    times > Math.max(1, whole.submitted[name] ?? 0) ? [name] : [],
  )

export function differencesOf(
  whole: Pick<Outcome, 'verdicts'>,
  resumed: Pick<Outcome, 'verdicts' | 'reasons'>,
): string[] {
  const clauses = Object.keys({ ...whole.verdicts, ...resumed.verdicts })
  return clauses.flatMap((id) => {
    const [before, after] = [whole.verdicts[id], resumed.verdicts[id]]
    return before === after ? [] : [`${id}: ${before}, then ${after} (${resumed.reasons[id]})`]
  })
}
