import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readRecorded } from '../engine/history/recorded.ts'
import { jsonGiven } from '../engine/writing/read-file.ts'
import { FAULTS } from '../fixtures/faults/index.ts'
import { layerOf } from '../fixtures/layer-of.ts'
import type { Report } from '../reporters/outcome/report.ts'
import { startService } from '../service/start.ts'
import { clause } from '../spec/clauses.ts'
import { inAFolder } from './beside.ts'
import { markdownTable } from './markdown-table.ts'

const OWN = fileURLToPath(new URL('..', import.meta.url))
const LONGEST_REPORT = 256 * 1024 * 1024

type Seen = {
  /** Seconds of the run. */
  wrongAt?: number
  shownAt?: number
  seconds: number
  isCaught: boolean
}

/** Time until a run shows the first failure, and number of must faults found per second. `beside`: another checkout. */
export async function timeToFirstFailure({ faults, beside }: { faults: number; beside?: string }): Promise<void> {
  const must = FAULTS.filter(
    ({ breaks }) => clause(breaks).level === 'must' && !clause(breaks).needs?.includes('burst'),
  )
  const chosen = Array.from({ length: faults }, (_, index) => must[Math.floor((index * must.length) / faults)]!)
  const checkouts = beside === undefined ? [OWN] : [beside, OWN]
  const all = new Map(checkouts.map((checkout) => [checkout, [] as Seen[]]))
  for (const fault of chosen)
    for (const checkout of checkouts) {
      const service = await startService({ layers: [layerOf(fault)] })
      const seen = await inAFolder((folder) => seenIn(checkout, folder, service, fault.breaks)).finally(service.close)
      all.get(checkout)!.push(seen)
      const told = [seen.wrongAt, seen.shownAt, seen.seconds].map((time) => time?.toFixed(1) ?? '–').join('  ')
      process.stdout.write(`${fault.id}: ${told}${seen.isCaught ? '' : '  missed'}\n`)
    }
  const head = [
    'checkout',
    'first wrong response',
    'first failure shown',
    'between (median)',
    'run',
    'caught',
    'per second',
  ]
  process.stdout.write(
    `${markdownTable([head, ...[...all].map(([name, seen]) => rowOf(name, seen))], [1, 2, 3, 4, 5, 6])}\n`,
  )
}

function rowOf(name: string, seen: readonly Seen[]): string[] {
  const caught = seen.filter(({ isCaught }) => isCaught)
  const between = caught.flatMap(({ wrongAt, shownAt }) => (wrongAt && shownAt ? [shownAt - wrongAt] : []))
  const inAll = seen.reduce((sum, { seconds }) => sum + seconds, 0)
  const of = (times: readonly (number | undefined)[]) =>
    `${median(times.filter((each) => each !== undefined)).toFixed(1)} s`
  return [
    name === OWN ? 'this one' : 'the other',
    of(caught.map(({ wrongAt }) => wrongAt)),
    of(caught.map(({ shownAt }) => shownAt)),
    of(between),
    of(seen.map(({ seconds }) => seconds)),
    `${caught.length} of ${seen.length}`,
    (caught.length / inAll).toFixed(3),
  ]
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

type Service = Awaited<ReturnType<typeof startService>>

async function seenIn(checkout: string, cwd: string, service: Service, breaks: string): Promise<Seen> {
  const { own, sameAccount, otherAccount, revoked } = service.keys
  const env = {
    PATH: process.env.PATH ?? '',
    GATECHECK_BASE_URL: service.baseUrl,
    GATECHECK_KEY: own,
    GATECHECK_SAME_ACCOUNT_KEY: sameAccount,
    GATECHECK_OTHER_ACCOUNT_KEY: otherAccount,
    GATECHECK_REVOKED_KEY: revoked,
    GATECHECK_IMAGE_URL: service.imageUrl,
    GATECHECK_FAILING_PROMPT: service.failingPrompt,
  }
  const args = [join(checkout, 'cli/bin.js'), 'run', '--poll-interval', '20ms', '--seed', '1']
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let shown: number | undefined
  for (const output of [child.stdout, child.stderr])
    createInterface(output).on('line', (line) => {
      if (line.startsWith('FAIL  ')) shown ??= Date.now()
    })
  await once(child, 'close')
  const report = jsonGiven(join(cwd, '.gatecheck/report.json'), LONGEST_REPORT) as Report
  const failed = report.clauses.filter(({ verdict, level }) => verdict === 'fail' && level === 'must')
  const { recording } = readRecorded(join(cwd, '.gatecheck/history.jsonl'), 'up to it')
  const wrong = failed
    .flatMap(({ violations = [] }) => violations.map(({ evidence }) => recording.exchange(evidence.at(-1) ?? 0)?.at))
    .filter((at) => at !== undefined)
  const start = Date.parse(report.startedAt)
  return {
    ...(wrong.length > 0 && { wrongAt: Math.min(...wrong) / 1000 }),
    ...(shown !== undefined && failed.length > 0 && { shownAt: (shown - start) / 1000 }),
    seconds: report.seconds,
    isCaught: failed.some(({ id }) => id === breaks),
  }
}
