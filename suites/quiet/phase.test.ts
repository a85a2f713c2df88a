import { describe, expect, it } from 'vitest'
import { moveUnseen, passesThreeStates, unfinishedJobs } from '../../fixtures/faults/advancement/unseen-moves.ts'
import { around, type Behaviour } from '../../fixtures/service/behaviour.ts'
import type { Job } from '../../fixtures/service/job.ts'
import type { ServiceOptions } from '../../fixtures/service/start.ts'
import type { World } from '../../fixtures/service/world.ts'
import type { Wishes } from '../../runner/configuration.ts'
import type { Exchange } from '../../runner/exchange.ts'
import { keyOf } from '../../runner/keys/recipes.ts'
import type { Run } from '../../runner/run.ts'
import { exchangesOf, runAgainst } from '../../runner/run-for-tests.ts'
import { advancement } from './advancement.ts'
import { type Life, lengthOf, livesIn } from './lives.ts'
import { isMeterReading } from './meters.ts'
import { QUIET_PHASE } from './phase.ts'

type Options = Parameters<typeof runAgainst>[0]
type Patch = NonNullable<ServiceOptions['patch']>

/** Six polls to a job, so that it has a way to rest on. */
const watch = (options: Options = {}, wishes: Wishes = {}) =>
  runAgainst({ polls: 6, ...options }, { profile: 'full', only: ['quiet'], deadlineMs: 60_000, ...wishes })

const ofThePhase = (run: Run) => exchangesOf(run).filter(({ purpose }) => purpose.by === QUIET_PHASE)
const isSubmission = ({ purpose }: Exchange) => purpose.part === 'submission'
/** What the jobs of the phase were for, and whose they were. */
const jobsOf = (run: Run) =>
  ofThePhase(run)
    .filter((each) => isSubmission(each) && each.answer?.status === 202)
    .map(({ purpose, request }) => `${keyOf(request)}: ${purpose.case}`)

const verdicts = ({ report }: Run) => new Set(report.checks.map(({ verdict }) => verdict))
const accusing = ({ report }: Run) => report.checks.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
const allPass = new Set(['pass'])

/** The account has one key, and nobody else has any. */
const A = `cl_${'4f9a1c0e'.repeat(4)}`
const oneKey = (patch?: Patch): Options => ({
  keys: { A },
  patch(behaviour: Behaviour, world: World) {
    around(behaviour, 'recognise', (next, key) => (key === A ? world.keys.own : next(key)))
    patch?.(behaviour, world)
  },
})

describe('the jobs of a lawful run', () => {
  it('are seven in full, with all keys', async () => {
    const run = await watch()
    expect(jobsOf(run)).toEqual([
      'A: trio 1: fast',
      'A2: trio 1: slow',
      'B: one more job of key B',
      'A: trio 1: rested while everything at once',
      'A: another job of key A while one rests',
      'B: another job of key B while one rests',
      'A: trio 1: rested after 2 polls while everything at once',
    ])
    expect(verdicts(run)).toEqual(allPass)
    expect(run.report.budget.jobs).toBe(8)
  })

  it('are three in standard', async () => {
    const run = await watch({}, { profile: 'standard' })
    expect(jobsOf(run)).toEqual(['A: trio 1: fast', 'A2: trio 1: slow', 'A: trio 1: rested while everything at once'])
    expect(verdicts(run)).toEqual(allPass)
  })

  it('are none in smoke', async () => {
    const run = await watch({}, { profile: 'smoke' })
    expect(ofThePhase(run)).toEqual([])
    expect(verdicts(run)).toEqual(new Set(['skip']))
  })

  it('are those of the one key where the run has no other', async () => {
    const run = await watch(oneKey())
    expect(jobsOf(run)).toEqual([
      'A: trio 1: fast',
      'A: trio 1: slow',
      'A: trio 1: rested while everything at once',
      'A: another job of key A while one rests',
      'A: trio 1: rested after 2 polls while everything at once',
    ])
    expect(accusing(run)).toEqual([])
    expect(jobsOf(await watch(oneKey(), { profile: 'standard' }))).toHaveLength(3)
  })

  // They are judged by what others sent, and nothing in it tells of another key.
  it('leave open what takes another key to tell', async () => {
    const { report } = await watch(oneKey(), { profile: 'standard' })
    const verdictOn = (id: string) => report.checks.find((check) => check.id === id)?.verdict
    expect(verdictOn('quiet.usage-of-another-key-stays')).toBe('skip')
    expect(verdictOn('quiet.other-account-stays')).toBe('skip')
  })

  it('are left alone once where they come to their ends too soon to be left alone midway', async () => {
    const run = await watch({ polls: 2 })
    expect(jobsOf(run).filter((each) => each.includes('rested'))).toHaveLength(1)
    expect(accusing(run)).toEqual([])
  })
})

/** How often the server moved each job, whoever made it do so. */
function countsMoves(moves: Map<string, number>): Patch {
  return (behaviour) =>
    around(behaviour, 'advance', (next, job) => {
      const moved = next(job)
      if (moved !== job) moves.set(job.id, (moves.get(job.id) ?? 0) + 1)
      return moved
    })
}

it('a slow twin is polled at three times the interval, from its submission on', async () => {
  const run = await watch({}, { profile: 'standard', pollIntervalMs: 10 })
  const [fast, slow] = livesIn(ofThePhase(run))
  const shortest = ({ at }: Life) => Math.min(...at.slice(1).map((each, index) => each - at[index]!))
  expect(shortest(fast!)).toBeGreaterThanOrEqual(9)
  expect(shortest(slow!)).toBeGreaterThanOrEqual(29)
})

describe('while a job rests', () => {
  it('nobody polls it, and nothing but the phase touches the server', async () => {
    const moves = new Map<string, number>()
    const run = await watch({ patch: countsMoves(moves) })
    const all = exchangesOf(run).toSorted((one, other) => one.n - other.n)
    const lives = livesIn(ofThePhase(run))
    expect(lives.map(({ states }) => states.length)).toEqual([6, 6, 6, 6])
    for (const { submission, evidence } of lives) {
      const reads = all.filter(({ purpose, n }) => purpose.job === submission && n <= evidence.at(-1)!)
      expect(reads.map(({ n }) => n)).toEqual(evidence.slice(1))
      const { id } = run.report.jobs.find((job) => job.submission === submission)!
      expect(moves.get(id)).toBe(evidence.length - 1)
    }
    const [first, last] = [ofThePhase(run)[0]!.n, ofThePhase(run).at(-1)!.n]
    const others = all.filter(({ n, purpose }) => n >= first && n <= last && purpose.by !== QUIET_PHASE)
    expect(others.map(({ n }) => n)).toEqual([])
  })

  it('is for longer than its slow twin took, and no job of the phase but it is under way', async () => {
    const run = await watch()
    const all = livesIn(ofThePhase(run))
    const slow = all.find(({ role }) => role.kind === 'slow')!
    const rested = all.filter(({ role }) => role.kind === 'rested')
    expect(rested).toHaveLength(2)
    for (const { role, at } of rested) {
      const after = role.kind === 'rested' ? role.after : 0
      expect(at[after + 1]! - at[after]!).toBeGreaterThan(lengthOf(slow))
    }
    for (const [index, life] of all.entries()) expect(life.at[0]).toBeGreaterThan(all[index - 1]?.at.at(-1) ?? 0)
  })

  it('everything comes to pass that may move it, and its own polls are refused', async () => {
    const run = await watch()
    const [from, to] = livesIn(ofThePhase(run)).find(({ role }) => role.kind === 'rested')!.evidence as [number, number]
    const during = ofThePhase(run).filter(({ n }) => n > from && n < to)
    const cases = during.map(({ purpose }) => purpose.case ?? '')
    for (const what of ['without a key', 'with an unknown key', 'with a revoked key', 'by another account'])
      expect(cases).toContain(`a poll ${what}`)
    for (const what of ['GET /usage', 'GET /models', 'GET /capacity', 'GET /billing/balance'])
      expect(cases).toContain(`${what} while a job rests`)
    expect(cases.some((each) => each.startsWith('a body to be refused'))).toBe(true)
    const ended = during.flatMap(({ purpose: { job } }) => (job !== undefined && job < from ? [job] : []))
    const bySubmission = new Map(exchangesOf(run).map((each) => [each.n, keyOf(each.request)]))
    expect(new Set(ended.map((job) => bySubmission.get(job)))).toEqual(new Set(['A', 'A2', 'B']))
    expect(during.filter(isSubmission)).toHaveLength(2)
  })
})

/** One job under way in all accounts together. */
const oneForAll: Patch = (behaviour, world) => {
  const unfinished = unfinishedJobs(behaviour, world)
  around(behaviour, 'room', () => 1 - unfinished().length)
}

describe('a server with room for one job', () => {
  it('is asked twice for more while a job rests, and for nothing that it has no room for', async () => {
    const run = await watch({ capacity: 1 })
    expect(run.report.reason).toBeUndefined()
    expect(verdicts(run)).toEqual(allPass)
    expect(jobsOf(run)).not.toContain('A: another job of key A while one rests')
    expect(jobsOf(run)).toContain('B: another job of key B while one rests')
    const refused = ofThePhase(run).filter((each) => isSubmission(each) && each.answer?.status === 429)
    expect(refused.map(({ purpose }) => purpose.case)).toEqual([
      'another job of key A while one rests',
      'another job of key A while one rests',
    ])
    const readings = ofThePhase(run).filter(({ purpose }) => purpose.case?.endsWith('after a lack of room of key A'))
    expect(new Set(readings.map(({ purpose }) => / reading \d+/.exec(purpose.case!)?.[0])).size).toBe(2)
  })

  it.each(['single-seat', 'plain'])(
    'may be full for everybody, in the dialect %s, without being waited for',
    async (dialect) => {
      const run = await watch({ dialect, patch: oneForAll })
      expect(run.report.reason).toBeUndefined()
      expect(verdicts(run)).toEqual(allPass)
      expect(jobsOf(run)).toHaveLength(5)
    },
  )
})

type Usage = (jobs: (key: 'own' | 'sameAccount' | 'otherAccount') => number) => number

/** What the second key of the account is shown as its usage, from how many jobs each key has made. */
function usageOfA2(usage: Usage): Patch {
  return (behaviour, world) =>
    around(behaviour, 'usage', (next, caller) => {
      if (caller.keyId !== world.keys.sameAccount.keyId) return next(caller)
      return { used: usage((key) => world.store.jobs.sumsByKey(world.keys[key].keyId).jobs) }
    })
}

describe('a second job to read the meters by', () => {
  const more = (run: Run) => jobsOf(run).filter((each) => each.includes('one more job') && !each.startsWith('B'))

  it.each<[what: string, usage: Usage, jobs: string[], accused: string[]]>([
    ['not there where nothing is odd', (jobs) => jobs('sameAccount'), [], []],
    [
      "of the key whose job another key's usage moves with",
      (jobs) => jobs('own') + jobs('sameAccount'),
      ['A: one more job of key A'],
      ['quiet.usage-of-another-key-stays'],
    ],
    ['of the key whose own usage stays', () => 0, ['A2: one more job of key A2'], ['quiet.usage-follows-its-key']],
    [
      'of a key by whose job something moved by chance',
      (jobs) => jobs('sameAccount') + (jobs('own') > 1 ? 1 : 0),
      ['A: one more job of key A'],
      [],
    ],
  ])('is %s', async (_, usage, jobs, accused) => {
    const run = await watch({ patch: usageOfA2(usage) }, { profile: 'standard' })
    expect(more(run)).toEqual(jobs)
    expect(accusing(run)).toEqual(accused)
  })

  it("is of both keys of the account where another account's balance moves with their jobs", async () => {
    const shared: Patch = (behaviour, world) =>
      around(behaviour, 'balance', (next, caller) => {
        const jobs = world.store.jobs.sumsByKey(world.keys.own.keyId).jobs
        const others = world.store.jobs.sumsByKey(world.keys.sameAccount.keyId).jobs
        return caller.account === world.keys.otherAccount.account ? { credits: 1000 - jobs - others } : next(caller)
      })
    const run = await watch({ patch: shared }, { profile: 'standard' })
    expect(more(run)).toEqual(['A: one more job of key A', 'A2: one more job of key A2'])
    expect(accusing(run)).toEqual(['quiet.other-account-stays'])
  })

  it('reads all meters once more, and each of them once in each round', async () => {
    const rounds = async (patch: Patch) => {
      const readings = ofThePhase(await watch({ patch }, { profile: 'standard' })).filter(isMeterReading)
      expect(readings.length % 5).toBe(0)
      return readings.length / 5
    }
    const usual = await rounds(() => undefined)
    expect(await rounds(usageOfA2(() => 0))).toBe(usual + 1)
  })

  it('is none, where the slow twin was the second job of the only key', async () => {
    const still: Patch = (behaviour) => around(behaviour, 'usage', () => ({ used: 0 }))
    const run = await watch(oneKey(still), { profile: 'standard' })
    expect(accusing(run)).toEqual(['quiet.usage-follows-its-key'])
    expect(more(run)).toHaveLength(0)
  })
})

/** Each reading of usage moves every job that is under way. */
const movedByReadings: Patch = (behaviour, world) => {
  passesThreeStates(behaviour, world)
  const unfinished = unfinishedJobs(behaviour, world)
  around(behaviour, 'usage', (next, caller) => {
    for (const job of unfinished()) moveUnseen(job, 1, behaviour, world)
    return next(caller)
  })
}

describe('a job that did not rest', () => {
  it('is looked into cause by cause, and the one found is tried again with twins of its own', async () => {
    const run = await watch({ patch: movedByReadings }, { profile: 'standard' })
    expect(jobsOf(run).map((each) => each.replace(/^.*?: /, ''))).toEqual([
      'trio 1: fast',
      'trio 1: slow',
      'trio 1: rested while everything at once',
      'trio 1: rested while time',
      'trio 1: rested while readings',
      'trio 2: fast',
      'trio 2: slow',
      'trio 2: rested while readings',
    ])
    expect(accusing(run)).toEqual(['quiet.unpolled-job-rests'])
    const [, slow, , rested] = livesIn(ofThePhase(run))
    expect(rested?.role).toMatchObject({ cause: 'time' })
    expect(rested!.at[1]! - rested!.at[0]!).toBeGreaterThan(lengthOf(slow!))
  })

  it('accuses nobody where the jobs of the user are used up before the second trio is whole', async () => {
    const run = await watch({ patch: movedByReadings }, { profile: 'standard', maxJobs: 6 })
    expect(jobsOf(run)).toHaveLength(5)
    expect(accusing(run)).toEqual([])
  })
})

/** The job with this number, counted from the introduction's, stays on its way for ever. */
function neverEnds(number: number): Patch {
  return (behaviour) => {
    const ids: string[] = []
    around(behaviour, 'createJob', (next, caller, order) => {
      const job = next(caller, order)
      ids.push(job.id)
      return job
    })
    around(behaviour, 'advance', (next, job): Job => {
      if (job.id !== ids[number]) return next(job)
      return { ...job, step: job.step + 1, status: 'running', stage: 'generating' }
    })
  }
}

describe('a job that never ends', () => {
  const ids = advancement.map(({ id }) => id)

  it.each([
    ['fast twin', 1],
    ['slow twin', 2],
    ['rested job', 3],
  ])('as the %s ends the phase and accuses nobody of moving jobs', async (_, number) => {
    const run = await watch({ patch: neverEnds(number) }, { profile: 'standard', deadlineMs: 4000 })
    expect(run.report.faults).toEqual([])
    expect(livesIn(ofThePhase(run)).map(({ ended }) => ended)).toEqual([true, true, false].slice(-number))
    for (const { id, verdict } of run.report.checks.filter((each) => ids.includes(each.id)))
      expect({ id, verdict }).toEqual({ id, verdict: 'inconclusive' })
    expect(accusing(run)).toEqual([])
  })

  it('is given up after far more polls than its twins needed, before the deadline', async () => {
    const run = await watch({ patch: neverEnds(2) }, { profile: 'standard' })
    const [fast, slow] = livesIn(ofThePhase(run))
    expect(fast).toMatchObject({ ended: true })
    expect(slow).toMatchObject({ ended: false, states: { length: 200 } })
    expect(run.report.checks.find(({ id }) => id === ids[0])).toMatchObject({
      verdict: 'inconclusive',
      reason: 'no two jobs came to their ends to compare with',
    })
  })
})
