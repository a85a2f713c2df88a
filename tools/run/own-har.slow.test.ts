import { beforeAll, describe, expect, it } from 'vitest'
import type { Profile } from '../../engine/config/configuration.ts'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { harReport } from '../../reporters/har/har.ts'
import type { Report } from '../../reporters/outcome/report.ts'
import { run } from '../../reporters/outcome/run.ts'
import type { ServiceOptions } from '../../service/start.ts'
import { SUITES } from '../../suites/index.ts'
import { judgedHar } from '../../suites/whole-runs/observed-for-tests.ts'

const DIALECTS = ['plain', 'problem-details']

const WISHES = {
  pollIntervalMs: 3,
  settleMs: 20,
  deadlineMs: 600_000,
  seed: 1,
  generate: 60,
} as const

/** The report of a run, and that of its HAR, which has no purposes. */
async function twice(profile: Profile, options: ServiceOptions): Promise<{ ran: Report; seen: Report; har: string }> {
  const { provision, close } = await startEmbedded({ polls: 4, ...options })
  try {
    const finished = await run({ provision, suites: SUITES, local: true, wishes: { ...WISHES, profile } })
    const har = harReport({ report: finished.report, history: finished.entries })
    return { ran: finished.report, seen: judgedHar(har).report, har }
  } finally {
    await close()
  }
}

const checksOf = ({ checks }: Report) => new Map(checks.map((check) => [check.id, check.verdict]))
const verdictOn = ({ clauses }: Report, id: string) => clauses.find((clause) => clause.id === id)?.verdict

/** Checks that judge traffic as well as runs: those with a verdict on both, in some dialect. */
const speaking = new Set<string>()
const lawful = new Map<string, Awaited<ReturnType<typeof twice>>>()

async function runLawfully(dialect: string): Promise<void> {
  const both = await twice('standard', { dialect })
  lawful.set(dialect, both)
  const planned = checksOf(both.ran)
  const telling = both.seen.checks.filter(({ id, verdict }) => verdict !== 'skip' && planned.get(id) !== 'skip')
  for (const { id } of telling) speaking.add(id)
}

// All runs of a kind at once: they mostly wait.
beforeAll(() => Promise.all(DIALECTS.map(runLawfully)))

/** A clause may fail by another check, so that this check has no verdict. */
function differences(ran: Report, seen: Report): string[] {
  const own = checksOf(ran)
  return seen.checks
    .filter(({ id }) => speaking.has(id))
    .filter(({ id, clause, verdict }) => {
      const isKnownToBeBroken = verdict === 'fail' && verdictOn(ran, clause) === 'fail'
      return verdict !== own.get(id) && verdict !== 'skip' && own.get(id) !== 'skip' && !isKnownToBeBroken
    })
    .map(({ id, verdict, reason }) => `${id}: ${own.get(id)} in the run, ${verdict} in its HAR (${reason ?? ''})`)
}

const accusedAlone = (ran: Report, seen: Report) =>
  seen.clauses.filter(({ id, verdict }) => verdict === 'fail' && verdictOn(ran, id) !== 'fail').map(({ id }) => id)

/** Faults that show in sequences, or after many requests. */
const SEEN_IN_TIME = ['submission-needs-no-key', 'succeeded-job-fails-after-a-while', 'list-taken-by-its-last-item']

/** Faults of many kinds that show in single responses. */
const SEEN_AT_ONCE = [
  'debug-header-repeats-authorization',
  'running-without-stage',
  'url-left-out',
  'poll-answers-text',
  'usage-answers-500',
  'polls-labelled-as-bytes',
]

const BROKEN = [
  ...SEEN_IN_TIME.map((id) => [id, 'standard'] as const),
  ...SEEN_AT_ONCE.map((id) => [id, 'smoke'] as const),
]

describe.concurrent('the HAR that our own reporter writes', () => {
  it('gets verdicts from many checks, of every kind that judges traffic', () => {
    expect(speaking.size).toBeGreaterThanOrEqual(35)
    for (const kind of ['jobs', 'readings', 'codes', 'answers', 'capacity', 'submission', 'auth'])
      expect([...speaking].some((id) => id.startsWith(`${kind}.`))).toBe(true)
  })

  it.each(DIALECTS)('of a run against the dialect %s has the verdicts of the run', (dialect) => {
    const { ran, seen, har } = lawful.get(dialect)!
    expect(differences(ran, seen)).toEqual([])
    expect(accusedAlone(ran, seen)).toEqual([])
    expect(seen).toMatchObject({ verdict: 'pass', faults: [] })
    expect(har).toContain('{{A2}}')
  })

  it.each(BROKEN)('of a run against the fault %s, %s, has the verdicts of the run', async (id, profile) => {
    const fault = FAULTS.find((each) => each.id === id)!
    const { ran, seen } = await twice(profile, { dialect: 'plain', layers: [layerOf(fault)] })
    expect(differences(ran, seen)).toEqual([])
    expect(accusedAlone(ran, seen)).toEqual([])
    expect(verdictOn(ran, fault.breaks)).toBe('fail')
    expect(verdictOn(seen, fault.breaks)).toBe('fail')
    expect(seen.faults).toEqual([])
  })
})
