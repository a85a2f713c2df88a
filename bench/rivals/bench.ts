import { writeFile } from 'node:fs/promises'
import { UsageError } from '../../engine/config/target.ts'
import { clause } from '../../spec/clauses.ts'
import type { Rival } from './rival.ts'
import { type Asked, scoreOf } from './score.ts'
import { type FaultyServer, faultyServers, faultyStrangers, lawfulServers, type Server } from './servers.ts'
import { type RowOfTable, remarks, subjects, table } from './table.ts'
import { gatecheck } from './tools/gatecheck.ts'
import { prism } from './tools/prism.ts'
import { respect } from './tools/respect.ts'
import { schemathesis } from './tools/schemathesis.ts'
import { type RivalTrial, tryOut } from './trial.ts'

const RIVALS: readonly Rival[] = [gatecheck('standard'), gatecheck('full'), schemathesis, prism, respect]

/** More would slow each other down on small machines, and distort the measured seconds. */
const AT_ONCE = 2

const SEED = 1
/** Findings about a healthy server with any of these seeds do not count for a faulty one. */
const SEEDS_OF_TWINS = [1, 2]

export type RivalsOptions = {
  faults: number
  strangers: number
  variants: number
  only: readonly string[]
  out?: string | undefined
}

/** Other tools on servers with known faults: what each tool finds, and its false positives. */
export async function benchRivals({ faults, strangers, variants, only, out }: RivalsOptions): Promise<void> {
  const began = performance.now()
  const faulty = [...faultyServers(faults), ...faultyStrangers(strangers)]
  const lawful = lawfulServers(variants)
  const twins = [...new Map(faulty.map(({ twin }) => [twin.name, twin])).values()]
  const chosen = RIVALS.filter(({ name }) => only.length === 0 || only.some((part) => contains(name, part)))
  if (chosen.length === 0) throw new UsageError(`--only matches none of ${RIVALS.map(({ name }) => name).join('; ')}.`)
  const versions = await preparedVersions(chosen)
  const present = chosen.filter(({ name }) => versions.get(name)?.version !== undefined)
  const trials = await allOf(
    present.flatMap((rival) => [
      ...twins.flatMap((server) => SEEDS_OF_TWINS.map((seed) => ({ rival, server, seed }))),
      ...[...lawful, ...faulty].map((server) => ({ rival, server, seed: SEED })),
    ]),
  )
  const asked = faulty.map(askedOf)
  const rows = chosen.map(({ name }): RowOfTable => {
    const own = trials.filter(({ rival }) => rival === name)
    const said = versions.get(name)!
    return {
      name,
      ...said,
      ...(said.version && {
        score: scoreOf(
          own,
          asked,
          lawful.map((server) => server.name),
        ),
      }),
    }
  })
  process.stdout.write(`${[table(rows), subjects(rows), remarks(rows)].join('\n\n')}\n`)
  const seconds = Math.round((performance.now() - began) / 1000)
  process.stdout.write(`\n${trials.length} runs, ${seconds} s, ${AT_ONCE} at a time, seed ${SEED}\n`)
  if (out)
    await writeFile(
      out,
      `${JSON.stringify({ seconds, rows, asked, lawful: lawful.map(({ name }) => name), trials }, null, 1)}\n`,
    )
}

type Said = { version?: string; absent?: string }

async function preparedVersions(rivals: readonly Rival[]): Promise<Map<string, Said>> {
  const said = new Map<string, Said>()
  for (const { name, prepare } of rivals) {
    try {
      said.set(name, { version: await prepare() })
    } catch (error) {
      const absent = error instanceof Error ? error.message : String(error)
      process.stderr.write(`${name} is LEFT OUT: ${absent}\n`)
      said.set(name, { absent })
    }
  }
  return said
}

async function allOf(plans: readonly { rival: Rival; server: Server; seed: number }[]): Promise<RivalTrial[]> {
  const waiting = plans.entries()
  const trials: RivalTrial[] = []
  let done = 0
  const worker = async () => {
    for (const [index, { rival, server, seed }] of waiting) {
      const trial = await tryOut(rival, server, seed)
      trials[index] = trial
      process.stderr.write(`${++done}/${plans.length} ${lineAbout(trial)}\n`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return trials
}

function lineAbout({ rival, server, failures, requests, seconds, noResult }: RivalTrial): string {
  const found = noResult ? `no result: ${noResult}` : failures.length > 0 ? failures.slice(0, 3).join('; ') : 'nothing'
  return `${rival} on ${server} (${requests} requests, ${seconds.toFixed(1)} s): ${found}`
}

function askedOf({ name, twin, breaks, isStrangers }: FaultyServer): Asked {
  return { server: name, twin: twin.name, breaks, level: clause(breaks).level, isStrangers: isStrangers === true }
}

const contains = (name: string, part: string) => name.toLowerCase().includes(part.toLowerCase())
