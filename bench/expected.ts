import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExpectedFailures } from '../engine/config/expected.ts'
import { readExpected } from '../engine/expected/file.ts'
import { startEmbedded } from '../fixtures/embedded.ts'
import { FAULTS } from '../fixtures/faults/index.ts'
import { layerOf } from '../fixtures/layer-of.ts'
import { type Run, run } from '../reporters/outcome/run.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { SUITES } from '../suites/index.ts'
import { writeKnownFailures } from '../tools/run/expected.ts'
import { evenly } from './rivals/evenly.ts'

type Fault = (typeof FAULTS)[number]
type Pair = { listed: Fault; worse: Fault }

/**
 * Lists the failures of a server with one fault, then adds another fault in the same clause, which has to fail the run.
 * With another seed, the listed fault alone must not.
 */
export async function faultsBesideKnownOnes(
  number: number,
  [part, parts]: readonly [number, number],
): Promise<boolean> {
  const pairs = evenly(pairsOfFaults(), number).filter((_, index) => index % parts === part - 1)
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-expected-'))
  let [hidden, falselyFailed, entries] = [0, 0, 0]
  try {
    for (const pair of pairs) {
      const file = join(folder, `${pair.listed.id}.yaml`)
      const told = await tryOut(pair, file)
      entries += told.entries
      if (!told.caught) hidden++
      if (told.falsely !== undefined) falselyFailed++
      const name = `${pair.listed.id} + ${pair.worse.id} (${pair.listed.breaks})`
      const falsely = told.falsely === undefined ? '' : `; falsely failed: ${told.falsely}`
      process.stdout.write(`${told.caught ? 'caught' : 'HIDDEN'}  ${name}: ${told.entries} entries${falsely}\n`)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  process.stdout.write(
    `${pairs.length} pairs: ${pairs.length - hidden} worse faults failed the run; the listed fault passed with another seed in ${pairs.length - falselyFailed}; ${(entries / pairs.length).toFixed(1)} entries a list\n`,
  )
  return hidden + falselyFailed === 0
}

/** Faults of one clause in pairs; those that need a long run or special options are left out. */
function pairsOfFaults(): Pair[] {
  const plain = FAULTS.filter(({ isEndless, takes, showsIn, options }) => !(isEndless || takes || showsIn || options))
  return [...Map.groupBy(plain, ({ breaks }) => breaks).values()].flatMap((faults) =>
    faults.slice(1).map((worse, index): Pair => ({ listed: faults[index]!, worse })),
  )
}

async function tryOut({ listed, worse }: Pair, file: string) {
  writeKnownFailures(file, await judged([listed], 1))
  const list = readExpected(file)
  const again = await judged([listed], 2, list)
  const both = await judged([listed, worse], 3, list, listed.breaks)
  return {
    entries: list.failures.length,
    caught: both.report.failures?.some(({ clause, state }) => clause === listed.breaks && state === 'broken') ?? false,
    falsely: again.report.verdict === 'fail' ? wrongIn(again) : undefined,
  }
}

function wrongIn({ report: { failures = [], knownFailures } }: Run): string {
  const broken = failures.filter(({ state }) => state === 'broken')
  return JSON.stringify({ broken: broken.slice(0, 3), stale: knownFailures?.stale.slice(0, 3) })
}

async function judged(
  faults: readonly Fault[],
  seed: number,
  expected?: ExpectedFailures,
  only?: ClauseId,
): Promise<Run> {
  const embedded = await startEmbedded({ polls: 3, layers: faults.map(layerOf) })
  try {
    return await run({
      provision: embedded.provision,
      wishes: {
        ...{ seed, profile: 'standard', strict: true, burst: 8, pollIntervalMs: 3, settleMs: 200, deadlineMs: 120_000 },
        ...(expected && { expected }),
        ...(only && { only: [only] }),
      },
      suites: SUITES.filter(({ startsAProcess }) => !startsAProcess),
      local: true,
    })
  } finally {
    await embedded.close()
  }
}
