import { writeFileSync } from 'node:fs'
import type { OneDay } from '../fixtures/changes/change.ts'
import { startedOn } from '../fixtures/changes/changed-servers.ts'
import { CHANGES } from '../fixtures/changes/index.ts'
import { asEmbedded, type Embedded, startEmbedded } from '../fixtures/embedded.ts'
import { STRANGERS } from '../fixtures/strangers/index.ts'
import { DIALECTS } from '../service/dialects/index.ts'
import { SUITES } from '../suites/index.ts'
import type { DriftReport } from '../tools/drift/report.ts'
import { checkedOn, recordedOn } from '../tools/selfcheck/two-days.ts'
import { markdownTable } from './markdown-table.ts'

export type Wanted = { checks: number; baselines: number; only: readonly string[]; out?: string }

type Unchanged = { id: string; isNoisy: boolean; start(): Promise<Embedded> }

/** One baseline of a server, and the results of later checks. */
type Repeated = {
  id: string
  isNoisy: boolean
  checks: number
  requests: number
  reported: Reported[]
  unknown: string[]
}
type Reported = { check: number; kind: string; id: string; what: string }

/** Concurrent trials: they mostly wait. */
const AT_ONCE = 3

/** Checks unchanged servers: any reported change is a false positive. */
export async function unchangedServersAgain({ checks, baselines, only, out }: Wanted): Promise<boolean> {
  const servers = unchanged().filter(({ id }) => only.length === 0 || only.some((each) => id.includes(each)))
  const units = servers.flatMap((server) => Array.from({ length: server.isNoisy ? baselines : 1 }, () => server))
  process.stdout.write(`${servers.length} servers, ${units.length} baselines, each checked ${checks} times\n`)
  const waiting = units.values()
  const repeated: Repeated[] = []
  const worker = async () => {
    for (const server of waiting) {
      const one = await again(server, checks)
      repeated.push(one)
      process.stdout.write(lineOf(one))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const rows = servers.map(({ id }) => rowOf(id, repeated))
  process.stdout.write(`${markdownTable([HEAD, ...rows], [1, 2, 3, 4])}\n`)
  if (out !== undefined) writeFileSync(out, `${JSON.stringify({ checks, repeated }, null, 2)}\n`)
  return repeated.every(({ reported }) => reported.length === 0)
}

function unchanged(): Unchanged[] {
  const noisy = CHANGES.filter(({ kind, before, after, from }) => kind === 'noise' && isSame(before, after) && !from)
  return [
    ...Object.keys(DIALECTS).map((id) => ({ id, isNoisy: false, start: () => startEmbedded({ dialect: id }) })),
    ...STRANGERS.map(({ id, start }) => ({ id, isNoisy: false, start: () => start().then(asEmbedded) })),
    ...noisy.map(({ id, before }) => ({ id, isNoisy: true, start: () => startedOn(id, before) })),
  ]
}

/** Random behaviour of the server is the same on both days. */
const isSame = (before: OneDay = {}, after: OneDay = {}) =>
  before.patch === after.patch && before.dialect === after.dialect && before.options === after.options

async function again({ id, isNoisy, start }: Unchanged, checks: number): Promise<Repeated> {
  const { provision, close } = await start()
  const asked = { suites: SUITES, profile: 'smoke' as const }
  try {
    const { text, requests } = await recordedOn(provision, asked)
    const one: Repeated = { id, isNoisy, checks, requests, reported: [], unknown: [] }
    for (let check = 1; check <= checks; check++) {
      const report = await checkedOn(provision, text, asked)
      one.requests += report.spent.requests
      one.reported.push(...reportedBy(report, check))
      if (report.reason !== undefined) one.unknown.push(`check ${check}: ${report.reason}`)
    }
    return one
  } finally {
    await close()
  }
}

function reportedBy({ changes }: DriftReport, check: number): Reported[] {
  return changes.flatMap(({ kind, id, what }) => (kind === 'noise' ? [] : [{ check, kind, id, what }]))
}

function lineOf({ id, checks, reported, unknown }: Repeated): string {
  const said = reported.map(({ check, kind, what }) => `    check ${check}, ${kind}: ${what}\n`)
  const head = `  ${id}: ${reported.length} changes reported in ${checks} checks\n`
  return [head, ...said, ...unknown.map((each) => `    ${each}\n`)].join('')
}

const HEAD = ['server that has not changed', 'baselines', 'checks', 'changes reported', 'cut short', 'which']

function rowOf(server: string, repeated: readonly Repeated[]): string[] {
  const own = repeated.filter(({ id }) => id === server)
  const sum = (count: (one: Repeated) => number) => String(own.reduce((all, one) => all + count(one), 0))
  const which = new Set(own.flatMap(({ reported }) => reported.map(({ id }) => id)))
  return [
    server,
    String(own.length),
    sum(({ checks }) => checks),
    sum(({ reported }) => reported.length),
    sum(({ unknown }) => unknown.length),
    [...which].join(', ') || '–',
  ]
}
