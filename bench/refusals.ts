import { join } from 'node:path'
import { Pool } from 'undici'
import { HISTORY_FILE } from '../runner/folder/files.ts'
import type { Provision } from '../runner/run/provision.ts'
import { run } from '../runner/run/run.ts'
import { SUITES } from '../suites/index.ts'
import { besideTheService, inAFolder } from './beside.ts'
import { GENERATED_BODIES } from './memory.ts'

const BODIES = 10_000
/** In turn, so that whatever else the machine does meets both alike; the first turns are not counted. */
const ROUNDS = 4
/** As many as a run opens. */
const CONNECTIONS = 6
const LEAST = 0.5

type Measured = { count: number; ms: number }

/** How many generated bodies a run gets refused in a second, beside a client that does nothing but post them. */
export async function refusalsBesideUndiciAlone(): Promise<boolean> {
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
  })
  const ratio = rateOf(ours) / rateOf(alone)
  process.stdout.write(
    `${[
      `Generated bodies that the reference service refuses, over ${CONNECTIONS} connections, ${ROUNDS} times in turn:`,
      `  by gatecheck      ${inWords(ours)}`,
      `  by undici alone   ${inWords(alone)}`,
      `  ratio             ${ratio.toFixed(2)} (at least ${LEAST})`,
      '',
    ].join('\n')}`,
  )
  return ratio >= LEAST
}

/** From the first body that is sent to the last that is answered: drawing them, and writing it all down, included. */
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

function inWords(measured: readonly Measured[]): string {
  const rounds = measured.map((each) => rateOf([each]).toFixed(0)).join(', ')
  return `${rateOf(measured).toFixed(0).padStart(6)} a second (${rounds})`
}
