import { join } from 'node:path'
import { Pool } from 'undici'
import { HISTORY_FILE } from '../engine/run/folder/files.ts'
import type { Provision } from '../engine/run/provision.ts'
import { run } from '../reporters/outcome/run.ts'
import { SUITES } from '../suites/index.ts'
import { besideTheService, inAFolder } from './beside.ts'
import { GENERATED_BODIES } from './memory.ts'
import { tell } from './tell.ts'

const BODIES = 10_000
/** Alternating, so that other load affects both equally; the first round is not counted. */
const ROUNDS = 4
/** As many as a run opens. */
const CONNECTIONS = 6
const LEAST = { late: 0.7, atOnce: 0.5 }
/** Typical delay of the fastest remote servers. */
const SECONDS_LATE = 0.001

type Measured = { count: number; ms: number }

/**
 * How many generated bodies a run gets refused per second, compared with a client that only posts them: with a delay
 * per response as over a network, and without.
 */
export async function refusalsBesideUndiciAlone(): Promise<boolean> {
  const late = await inTurn({ secondsLate: SECONDS_LATE })
  const atOnce = await inTurn()
  process.stdout.write(
    `${[
      `Generated bodies that the reference service refuses, over ${CONNECTIONS} connections, ${ROUNDS} times in turn.`,
      ...inLines('Where an answer takes a thousandth of a second', late, LEAST.late),
      ...inLines('Where it is there as soon as the service can', atOnce, LEAST.atOnce),
      '',
    ].join('\n')}`,
  )
  tell('docs/explanation/how-good.md', 'refusals', inWords({ late, atOnce }))
  return ratioOf(late) >= LEAST.late && ratioOf(atOnce) >= LEAST.atOnce
}

type Beside = { ours: Measured[]; alone: Measured[] }

async function inTurn(service: { secondsLate?: number } = {}): Promise<Beside> {
  const ours: Measured[] = []
  const alone: Measured[] = []
  await besideTheService(async (provision) => {
    for (let round = 0; round <= ROUNDS; round++) {
      const { measured, bodies } = await byGatecheck(provision, round)
      const undici = await byUndici(provision, bodies)
      if (round === 0) continue
      ours.push(measured)
      alone.push(undici)
    }
  }, service)
  return { ours, alone }
}

/** From the first body sent to the last response, including generating and recording. */
async function byGatecheck(provision: Provision, seed: number): Promise<{ measured: Measured; bodies: string[] }> {
  const wishes = { only: [GENERATED_BODIES], generate: BODIES, seed, deadlineMs: 300_000 }
  return inAFolder(async (folder) => {
    const historyPath = join(folder, HISTORY_FILE)
    const { entries } = await run({ provision, suites: SUITES, local: true, wishes, historyPath })
    const bodies: string[] = []
    let first = Number.POSITIVE_INFINITY
    let last = 0
    for (const entry of entries) {
      if (entry.kind !== 'exchange' || entry.purpose.breaks === undefined) continue
      bodies.push(entry.request.body ?? '')
      first = Math.min(first, entry.at)
      last = Math.max(last, entry.at + entry.ms)
    }
    return { measured: { count: bodies.length, ms: last - first }, bodies }
  })
}

async function byUndici({ baseUrl, keys }: Provision, bodies: readonly string[]): Promise<Measured> {
  const { origin, pathname } = new URL(baseUrl)
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 })
  const headers = { authorization: `Bearer ${keys.A}`, 'content-type': 'application/json' }
  const left = bodies.values()
  const post = async () => {
    for (const body of left) {
      const answer = await pool.request({ method: 'POST', path: `${pathname}/videos`, headers, body })
      await answer.body.text()
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, post))
  const ms = performance.now() - began
  await pool.close()
  return { count: bodies.length, ms }
}

const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0)

function rateOf(measured: readonly Measured[]): number {
  return sum(measured.map(({ count }) => count)) / (sum(measured.map(({ ms }) => ms)) / 1000)
}

const ratioOf = ({ ours, alone }: Beside) => rateOf(ours) / rateOf(alone)

function inLines(title: string, measured: Beside, least: number): string[] {
  const rounds = (all: Measured[]) => all.map((each) => rateOf([each]).toFixed(0)).join(', ')
  const line = (by: string, all: Measured[]) =>
    `  by ${by}${rateOf(all).toFixed(0).padStart(6)} a second (${rounds(all)})`
  return [
    `${title}:`,
    line('gatecheck    ', measured.ours),
    line('undici alone ', measured.alone),
    `  ratio           ${ratioOf(measured).toFixed(2)} (at least ${least})`,
  ]
}

function inWords({ late, atOnce }: Record<'late' | 'atOnce', Beside>): string {
  const [ours, alone] = [figure(rateOf(late.ours)), figure(rateOf(late.alone))]
  const [oursAtOnce, aloneAtOnce] = [figure(rateOf(atOnce.ours)), figure(rateOf(atOnce.alone))]
  return [
    `\`npm run bench -- refusals\`: a run sends ${ours} generated bodies a second that the reference service refuses, including`,
    `generation, recording and redaction. undici alone posts ${alone} of the same bodies a second (ratio ${ratioOf(late).toFixed(2)}). Both wait 1 ms for each`,
    `response. If the service responds at once, it is ${oursAtOnce} and ${aloneAtOnce} a second (ratio ${ratioOf(atOnce).toFixed(2)}).`,
  ].join('\n')
}

const figure = (value: number) => Math.round(value).toLocaleString('en')
