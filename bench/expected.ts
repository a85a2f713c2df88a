import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExpectedFailures } from '../engine/config/expected.ts'
import { readExpected } from '../engine/expected/file.ts'
import { isDrawn } from '../engine/history/reading/facts.ts'
import { type Suite, subjectOf } from '../engine/judge/check.ts'
import { stableWords } from '../engine/judge/stable-words.ts'
import { startEmbedded } from '../fixtures/embedded.ts'
import { FAULTS } from '../fixtures/faults/index.ts'
import { layerOf } from '../fixtures/layer-of.ts'
import { formOf } from '../reporters/comparing/likeness.ts'
import { type Run, run } from '../reporters/outcome/run.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { SUITES } from '../suites/index.ts'
import { writeKnownFailures } from '../tools/run/expected.ts'
import { evenly } from './rivals/evenly.ts'

type Fault = (typeof FAULTS)[number]
type Pair = { listed: Fault; worse: Fault }

/**
 * Lists the failures of a server with one fault, then adds another fault in the same clause, which must fail the run.
 * With another seed, the listed fault alone must not.
 */
export async function faultsBesideKnownOnes(
  number: number,
  [part, parts]: readonly [number, number],
): Promise<boolean> {
  const pairs = evenly(pairsOfFaults(), number).filter((_, index) => index % parts === part - 1)
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-expected-'))
  const counts = { caught: 0, HIDDEN: 0, 'same kind': 0, 'falsely failed': 0, entries: 0 }
  try {
    for (const pair of pairs) {
      const { outcome, entries, falsely } = await tryOut(pair, join(folder, `${pair.listed.id}.yaml`))
      counts[outcome]++
      counts.entries += entries
      if (falsely !== undefined) counts['falsely failed']++
      const told = [`${entries} entries`, ...(falsely === undefined ? [] : [`falsely failed: ${falsely}`])]
      process.stdout.write(
        `${outcome.padEnd(9)}  ${pair.listed.id} + ${pair.worse.id} (${pair.listed.breaks}): ${told.join('; ')}\n`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  process.stdout.write(`${pairs.length} pairs: ${JSON.stringify(counts)}\n`)
  return counts.HIDDEN + counts['falsely failed'] === 0
}

/** Faults of one clause in pairs; those that need a long run or special options are left out. */
function pairsOfFaults(): Pair[] {
  const plain = FAULTS.filter(({ isEndless, takes, showsIn, options }) => !(isEndless || takes || showsIn || options))
  return [...Map.groupBy(plain, ({ breaks }) => breaks).values()].flatMap((faults) =>
    faults.slice(1).map((worse, index): Pair => ({ listed: faults[index]!, worse })),
  )
}

async function tryOut({ listed, worse }: Pair, file: string) {
  let suites = suitesFor(listed.breaks)
  writeKnownFailures(file, await judged([listed], 1, suites))
  if (readExpected(file).failures.length === 0) {
    // Only requests of other clauses show it.
    suites = SUITES.filter(({ startsAProcess }) => !startsAProcess)
    writeKnownFailures(file, await judged([listed], 1, suites))
  }
  const list = readExpected(file)
  const again = await judged([listed], 2, suites, list)
  const falsely = again.report.verdict === 'fail' ? wrongIn(again) : undefined
  const about = { entries: list.failures.length, falsely }
  const isCaught = ({ report }: Run) =>
    report.failures?.some(({ clause, state }) => clause === listed.breaks && state === 'broken') ?? false
  if (isCaught(await judged([listed, worse], 3, suites, list))) return { ...about, outcome: 'caught' as const }
  // Where both faults change one response, only one of them shows.
  const alone = await judged([worse], 1, suites, list)
  if (isCaught(alone)) return { ...about, outcome: 'caught' as const }
  const before = casesIn(await judged([listed], 1, suites), listed.breaks)
  const isOther = casesIn(alone, listed.breaks).some((each) => !before.includes(each))
  return { ...about, outcome: isOther ? ('HIDDEN' as const) : ('same kind' as const) }
}

/** Failed cases as the history has them: request, case and status. Those of generated probes differ with the seed. */
function casesIn({ report, entries }: Run, id: ClauseId): string[] {
  const { violations = [] } = report.clauses.find((clause) => clause.id === id) ?? {}
  return violations.flatMap(({ evidence }) => {
    const exchange = entries.exchange(evidence.at(-1) ?? 0)
    if (!exchange || isDrawn(exchange)) return []
    const { request, purpose, answer } = exchange
    return [
      JSON.stringify([
        request.method,
        formOf(request.path),
        purpose.part,
        stableWords(purpose.case ?? ''),
        answer?.status,
      ]),
    ]
  })
}

function wrongIn({ report: { failures = [], knownFailures } }: Run): string {
  const broken = failures.filter(({ state }) => state === 'broken')
  return JSON.stringify({ broken: broken.slice(0, 3), stale: knownFailures?.stale.slice(0, 3) })
}

/** Not --only: in a filtered run no entry is stale. */
const suitesFor = (id: ClauseId): Suite[] =>
  SUITES.map((suite) => ({ ...suite, checks: suite.checks.filter((check) => subjectOf(check) === id) })).filter(
    ({ checks }) => checks.length > 0,
  )

async function judged(
  faults: readonly Fault[],
  seed: number,
  suites: readonly Suite[],
  expected?: ExpectedFailures,
): Promise<Run> {
  const embedded = await startEmbedded({ polls: 3, layers: faults.map(layerOf) })
  try {
    return await run({
      provision: embedded.provision,
      wishes: {
        ...{ seed, profile: 'standard', strict: true, burst: 8, pollIntervalMs: 3, settleMs: 200, deadlineMs: 120_000 },
        ...(expected && { expected }),
      },
      suites,
      local: true,
    })
  } finally {
    await embedded.close()
  }
}
