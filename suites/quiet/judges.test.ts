import { describe, expect, it } from 'vitest'
import { answered, polled, verdictOf } from '../../fixtures/histories/handwritten.ts'
import type { Facts } from '../../runner/check.ts'
import type { Exchange } from '../../runner/exchange.ts'
import { sameAccount } from '../../runner/jobs.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { quiet } from './index.ts'
import { type Cause, type Role, roleInWords } from './lives.ts'
import { METERS, type Meter } from './meters.ts'
import { QUIET_PHASE } from './phase.ts'

const RESTS = 'quiet.unpolled-job-rests'
const NOT_FINAL = 'quiet.unpolled-job-is-not-final'
const REFUSED_POLLS = 'quiet.refused-polls-move-nothing'
const OWN_USAGE = 'quiet.usage-follows-its-key'
const OTHER_KEY = 'quiet.usage-of-another-key-stays'
const OTHER_ACCOUNT = 'quiet.other-account-stays'
const REFUSALS = 'quiet.refusals-cost-nothing'

const check = (id: string) => quiet.checks.find((each) => each.id === id)!

/** Statuses, and stages for the jobs that are running. */
const recordOf = (state: string) =>
  ['generating', 'enhancing'].includes(state) ? { status: 'running', stage: state } : { status: state }

let now = 0

/** A job of the phase, poll by poll, each so many milliseconds after the one before. */
function lived(role: Role, states: readonly string[]): Exchange[] {
  const interval = role.kind === 'slow' ? 300 : 100
  const submission = answered(202, {
    by: QUIET_PHASE,
    part: 'submission',
    case: roleInWords(role),
    posted: '{"model":"swift"}',
    at: now,
  })
  const polls = states.map((state, index) => {
    now += role.kind === 'rested' && role.after === index ? 2000 : interval
    const job = { by: QUIET_PHASE, job: submission.n, polled: `job-${submission.n}` }
    return polled({ id: job.polled, ...recordOf(state) }, { ...job, at: now })
  })
  return [submission, ...polls]
}

type Ways = { fast: readonly string[]; slow: readonly string[] }
const WAY = ['queued', 'queued', 'generating', 'generating', 'succeeded']
const ALIKE: Ways = { fast: WAY, slow: WAY }
/** The first poll finds what the twins reached at their third. */
const MOVED = ['generating', 'generating', 'succeeded']
const BY_THE_CLOCK: Ways = {
  fast: ['queued', 'queued', 'queued', 'generating', 'generating', 'succeeded'],
  slow: ['queued', 'generating', 'succeeded'],
}

const twins = (trio: number, { fast, slow }: Ways = ALIKE) => [
  ...lived({ trio, kind: 'fast' }, fast),
  ...lived({ trio, kind: 'slow' }, slow),
]
const rested = (trio: number, cause: Cause, states: readonly string[], after = 0) =>
  lived({ trio, kind: 'rested', cause, after }, states)

type Rests = { ways?: Ways; again?: Ways; first: readonly string[]; second?: readonly string[]; after?: number }

/** What the phase does where a job did not stay where it was: one cause alone, and that a second time. */
function suspected(cause: Cause, { ways = ALIKE, again = ways, first, second = first, after = 0 }: Rests): Exchange[] {
  return [
    ...twins(1, ways),
    ...rested(1, 'everything at once', first, after),
    ...rested(1, cause, first, after),
    ...twins(2, again),
    ...rested(2, cause, second, after),
  ]
}

const calm = (ways: Ways = ALIKE, states = ways.fast) => [...twins(1, ways), ...rested(1, 'everything at once', states)]

const IN_VAIN = ['without a key', 'with an unknown key', 'with a revoked key', 'by another account']
const pollsInVain = (...statuses: number[]) =>
  statuses.map((status, index) =>
    answered(status, { by: QUIET_PHASE, part: 'observation', case: `a poll ${IN_VAIN[index]}`, path: '/v1/videos/x' }),
  )
const REFUSED = [401, 401, 401, 404]

const NOTHING = 'nothing'
const jobOf = (key: KeyName) => `a job of key ${key}`
const BODIES = 'refused bodies of key A'
const NO_ROOM = 'a lack of room of key A'
const EVENTS = [NOTHING, jobOf('A'), jobOf('A'), jobOf('A2'), jobOf('A2'), BODIES, BODIES, jobOf('B'), jobOf('B')]

const isBalance = ({ name }: Meter) => name === 'GET /billing/balance'
const isUsageOf = (key: KeyName, meter: Meter) => !isBalance(meter) && meter.key === key
const isOwn = (event: string, meter: Meter) =>
  (['A', 'A2', 'B'] as const).some(
    (key) => event === jobOf(key) && (isBalance(meter) ? sameAccount(meter.key, key) : meter.key === key),
  )

/** What a meter shows after each of the events, from those that have come to pass by then. */
type Shows = (past: readonly string[], meter: Meter) => unknown

/** All meters, read at first and after each event. */
function watched(shows: Shows, events: readonly string[] = EVENTS): Exchange[] {
  return ['', ...events].flatMap((event, reading) => {
    const bodies = event === BODIES ? refusedBodies(400, 422, 429) : []
    const after = event && `, after ${event}`
    const readings = METERS.map((meter) =>
      answered(200, {
        by: QUIET_PHASE,
        part: 'probe',
        case: `${meter.name} of ${meter.key}, reading ${reading + 1}${after}`,
        key: meter.key,
        body: shows(events.slice(0, reading), meter),
      }),
    )
    return [...bodies, ...readings]
  })
}

const refusedBodies = (...statuses: number[]) =>
  statuses.map((status) =>
    answered(status, { by: QUIET_PHASE, part: 'observation', case: 'a body to be refused, no model', posted: '{}' }),
  )

type Counts = (event: string, meter: Meter, index: number) => boolean | undefined

/** Each meter is one number, which counts the events that it is moved by. */
const counting =
  (counts: Counts): Shows =>
  (past, meter) => ({ used: past.filter((event, index) => counts(event, meter, index)).length })

const lawful = counting(isOwn)
/** As it should be, and this beside it. */
const besides = (counts: Counts) => counting((...now) => isOwn(now[0], now[1]) || counts(...now))

/** The readings of one meter, by their order. */
const readingsOf = (name: string, exchanges: readonly Exchange[]) =>
  exchanges.filter(({ purpose }) => purpose.case?.startsWith(`${name}, reading`))

type Case = { passes: Exchange[]; fails: Exchange[]; expected: string | RegExp; received: string | RegExp }

const CASES: Record<string, Case> = {
  [RESTS]: {
    passes: calm(),
    fails: suspected('time', { first: MOVED }),
    expected: 'queued 2 times → running (generating) 2 times → succeeded, as polled every 100 ms and every 300 ms',
    received:
      'running (generating) 2 times → succeeded when left alone from its submission on for 2.0 s, while nothing at all happened; a second trio says the same',
  },
  [NOT_FINAL]: {
    passes: calm(),
    fails: suspected('time', { ways: BY_THE_CLOCK, first: ['succeeded'] }),
    expected: /^queued 3 times → running \(generating\) 2 times → succeeded, as polled every 100 ms/,
    received: /^succeeded when left alone from its submission on for 2\.0 s, while nothing at all happened/,
  },
  [REFUSED_POLLS]: {
    passes: [...calm(), ...pollsInVain(...REFUSED)],
    fails: [...suspected('refused polls', { first: MOVED }), ...pollsInVain(...REFUSED)],
    expected: /^queued 2 times → running \(generating\) 2 times → succeeded/,
    received: /^running \(generating\) 2 times → succeeded .* while polls of it were refused; a second trio/,
  },
  [OWN_USAGE]: {
    passes: watched(lawful),
    fails: watched(counting((event, meter) => !isUsageOf('A', meter) && isOwn(event, meter))),
    expected: 'something that moves with each job of this key',
    received: 'nothing in it moved, with 2 jobs',
  },
  [OTHER_KEY]: {
    passes: watched(lawful),
    fails: watched(besides((event, meter) => isUsageOf('A2', meter) && event === jobOf('A'))),
    expected: 'nothing that moves with the jobs of key A',
    received: 'used went 0 → 1 and 1 → 2',
  },
  [OTHER_ACCOUNT]: {
    passes: watched(lawful),
    fails: watched(besides((event, meter) => isBalance(meter) && meter.key === 'B' && event === jobOf('A2'))),
    expected: 'nothing that moves with the jobs of key A2',
    received: 'used went 0 → 1 and 1 → 2',
  },
  [REFUSALS]: {
    passes: watched(lawful),
    fails: watched(besides((event, meter) => isBalance(meter) && event === BODIES)),
    expected: 'nothing that moves with bodies that are refused',
    received: 'used went 4 → 5 and 5 → 6',
  },
}

it('has a history for every judge of the suite', () => {
  expect(Object.keys(CASES)).toEqual(quiet.checks.map(({ id }) => id))
})

describe.each(Object.entries(CASES))('%s', (id, { passes, fails, expected, received }) => {
  it('passes what keeps the law', () => {
    expect(verdictOf(check(id), passes)).toMatchObject({ verdict: 'pass', tried: expect.any(Number) })
  })

  it('names what breaks it, and how', () => {
    const like = (text: string | RegExp) => (typeof text === 'string' ? text : expect.stringMatching(text))
    expect(verdictOf(check(id), fails)).toMatchObject({
      verdict: 'fail',
      expected: like(expected),
      received: like(received),
    })
  })

  it('says nothing of a run in which nothing was watched', () => {
    const others = answered(200, { by: 'somebody', case: 'GET /usage of A, reading 1' })
    expect(verdictOf(check(id), [])).toMatchObject({ verdict: 'skip' })
    expect(verdictOf(check(id), [others])).toMatchObject({ verdict: 'skip' })
  })

  it('looks at nothing but the quiet phase', () => {
    const elsewhere = fails.map((each) => ({ ...each, purpose: { ...each.purpose, by: 'somebody' } }))
    expect(verdictOf(check(id), elsewhere)).toMatchObject({ verdict: 'skip' })
  })
})

it('shows the jobs that tell of it, of both trios', () => {
  const history = CASES[RESTS]!.fails
  const verdict = verdictOf(check(RESTS), history)
  const jobs = history.filter(({ purpose }) => purpose.part === 'submission' && !/everything/.test(purpose.case!))
  expect(jobs).toHaveLength(6)
  expect(verdict).toMatchObject({ evidence: expect.arrayContaining(jobs.map(({ n }) => n)) })
})

it('shows the readings that tell of it, before and after each job', () => {
  const history = CASES[OTHER_KEY]!.fails
  const [, before, first, second] = readingsOf('GET /usage of A2', history)
  const evidence = [before!.n, first!.n, first!.n, second!.n]
  expect(verdictOf(check(OTHER_KEY), history)).toMatchObject({
    evidence: [...new Set(evidence)],
    violations: [{ case: 'GET /usage of key A2', evidence }],
  })
})

describe('a job left alone', () => {
  const verdict = (id: string, ...exchanges: Exchange[]) => verdictOf(check(id), exchanges)
  const inconclusive = { verdict: 'inconclusive' }

  it.each<[cause: Cause, words: string]>([
    ['time', 'while nothing at all happened'],
    ['readings', 'while usage, capacity, balance and models were read'],
    ['refused submissions', 'while submissions were refused'],
    ['polls of finished jobs', 'while finished jobs were polled'],
    ['another job', 'while other jobs were submitted and polled'],
  ])('is not moved by %s', (cause, words) => {
    const history = [...suspected(cause, { first: MOVED }), ...pollsInVain(...REFUSED)]
    expect(verdict(RESTS, ...history)).toMatchObject({ verdict: 'fail', violations: [{ case: words }] })
    expect(verdict(NOT_FINAL, ...history)).toMatchObject(inconclusive)
    expect(verdict(REFUSED_POLLS, ...history)).toMatchObject(inconclusive)
  })

  it('is for another clause to accuse where refused polls move it', () => {
    const history = suspected('refused polls', { first: MOVED })
    expect(verdict(RESTS, ...history)).toMatchObject(inconclusive)
    expect(verdict(NOT_FINAL, ...history)).toMatchObject(inconclusive)
  })

  it('accuses nobody with one trio alone', () => {
    const alone = [...twins(1), ...rested(1, 'everything at once', MOVED), ...rested(1, 'time', MOVED)]
    expect(verdict(RESTS, ...alone)).toMatchObject(inconclusive)
    const withTwins = [...alone, ...twins(2)]
    expect(verdict(RESTS, ...withTwins)).toMatchObject(inconclusive)
    expect(verdict(RESTS, ...withTwins, ...rested(2, 'time', MOVED))).toMatchObject({ verdict: 'fail' })
  })

  it('accuses nobody by all causes at once, of which nobody knows which one it was', () => {
    expect(verdict(RESTS, ...suspected('everything at once', { first: MOVED }))).toMatchObject(inconclusive)
  })

  it.each<[what: string, rests: Rests]>([
    ['the second job stayed', { first: MOVED, second: WAY }],
    ['the first job stayed', { first: WAY, second: MOVED }],
    ['the second job needed as many polls', { first: MOVED, second: ['generating', ...WAY.slice(1)] }],
    [
      'the second twins needed other numbers',
      { first: MOVED, again: { fast: ['queued', ...WAY], slow: ['queued', ...WAY] } },
    ],
    ['the second twins disagree', { first: MOVED, again: { fast: WAY, slow: ['queued', ...WAY] } }],
  ])('accuses nobody with two trios that disagree: %s', (_, rests) => {
    const history = suspected('time', rests)
    expect(verdict(RESTS, ...history)).not.toMatchObject({ verdict: 'fail' })
    expect(verdict(NOT_FINAL, ...history)).not.toMatchObject({ verdict: 'fail' })
  })

  it('accuses nobody with a second trio of another cause, or of another moment', () => {
    const first = [...twins(1), ...rested(1, 'everything at once', MOVED), ...rested(1, 'time', MOVED), ...twins(2)]
    expect(verdict(RESTS, ...first, ...rested(2, 'readings', MOVED))).toMatchObject(inconclusive)
    const midway = ['queued', 'generating', 'succeeded']
    expect(verdict(RESTS, ...first, ...rested(2, 'time', midway, 1))).toMatchObject(inconclusive)
  })

  it('accuses nobody where twins needed different numbers of polls', () => {
    const ways = { fast: ['queued', ...WAY], slow: WAY }
    expect(verdict(RESTS, ...suspected('time', { ways, first: MOVED }))).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('6 polls when polled fast, 5 when polled slowly, 3 after a rest; only an equal'),
    })
  })

  it('accuses nobody where twins needed too few polls to tell', () => {
    const two = ['queued', 'succeeded']
    const history = suspected('time', { ways: { fast: two, slow: two }, first: ['succeeded'] })
    for (const id of [RESTS, NOT_FINAL]) expect(verdict(id, ...history)).toMatchObject(inconclusive)
  })

  it('accuses nobody where twins were seen in one unfinished state only, and it is final at once', () => {
    const ways = { fast: ['queued', 'queued', 'queued', 'succeeded'], slow: ['queued', 'queued', 'succeeded'] }
    const history = suspected('time', { ways, first: ['succeeded'] })
    for (const id of [RESTS, NOT_FINAL]) expect(verdict(id, ...history)).toMatchObject(inconclusive)
  })

  it('is final at once only if that comes twice', () => {
    const once = suspected('time', { ways: BY_THE_CLOCK, first: ['succeeded'], second: ['generating', 'succeeded'] })
    expect(verdict(NOT_FINAL, ...once)).toMatchObject(inconclusive)
    const twice = suspected('time', { ways: BY_THE_CLOCK, first: ['failed'] })
    expect(verdict(NOT_FINAL, ...twice)).toMatchObject({ verdict: 'fail', received: expect.stringMatching(/^failed/) })
    expect(verdict(RESTS, ...twice)).toMatchObject(inconclusive)
  })

  it('is final at once twice, though the second twins went at another pace', () => {
    const again = { fast: [...BY_THE_CLOCK.fast, 'succeeded'].with(-2, 'generating'), slow: BY_THE_CLOCK.slow }
    const history = suspected('time', { ways: BY_THE_CLOCK, again, first: ['succeeded'] })
    expect(verdict(NOT_FINAL, ...history)).toMatchObject({ verdict: 'fail' })
  })

  it('has moved, which is graver, where it is final at once and its twins agree', () => {
    const history = suspected('time', { first: ['succeeded'] })
    expect(verdict(RESTS, ...history)).toMatchObject({ verdict: 'fail' })
    expect(verdict(NOT_FINAL, ...history)).toMatchObject(inconclusive)
  })

  it('has not moved where its first poll shows what its twins showed at once', () => {
    const first = ['queued', 'generating', 'succeeded']
    expect(verdict(RESTS, ...suspected('time', { first }))).toMatchObject(inconclusive)
  })

  it('may go back among unfinished states as its twins do', () => {
    const way = ['queued', 'generating', 'queued', 'enhancing', 'succeeded']
    const ways = { fast: way, slow: way }
    expect(verdict(RESTS, ...calm(ways))).toMatchObject({ verdict: 'pass' })
    const first = ['queued', 'enhancing', 'succeeded']
    expect(verdict(RESTS, ...suspected('time', { ways, first }))).toMatchObject(inconclusive)
    const skipping = ['generating', 'queued', 'enhancing', 'succeeded']
    expect(verdict(RESTS, ...suspected('time', { ways, first: skipping }))).toMatchObject({ verdict: 'fail' })
  })

  it.each<[what: string, first: readonly string[], word: string]>([
    ['shows what both reached later', ['queued', 'succeeded'], 'fail'],
    ['shows what they had reached before', ['queued', 'queued', 'succeeded'], 'inconclusive'],
    ['went another way even before', ['generating', 'succeeded'], 'inconclusive'],
    ['goes on as they did', WAY, 'pass'],
  ])('midway, where it %s', (_, first, word) => {
    const history = [...calm(), ...suspected('time', { first, after: 1 })]
    expect(verdict(RESTS, ...history)).toMatchObject({ verdict: word })
  })

  it('says after how many polls it was left alone', () => {
    const first = ['queued', 'queued', 'succeeded']
    expect(verdict(RESTS, ...suspected('readings', { first, after: 2 }))).toMatchObject({
      verdict: 'fail',
      received:
        'queued 2 times → succeeded when left alone after 2 polls for 2.0 s, while usage, capacity, balance and models were read; a second trio says the same',
    })
  })

  it('is compared with both twins: one alone that had come so far at once explains it', () => {
    const ways = { fast: WAY, slow: ['generating', 'queued', 'queued', 'generating', 'succeeded'] }
    expect(verdict(RESTS, ...suspected('time', { ways, first: MOVED }))).toMatchObject(inconclusive)
  })

  it('says nothing without twins that came to their ends, or where no rested job did', () => {
    const endless = WAY.slice(0, -1)
    const noEnds = [...twins(1, { fast: WAY, slow: endless }), ...rested(1, 'everything at once', WAY)]
    expect(verdict(RESTS, ...twins(1, { fast: WAY, slow: endless }))).toMatchObject({
      verdict: 'inconclusive',
      reason: 'no two jobs came to their ends to compare with',
    })
    expect(verdict(RESTS, ...noEnds)).toMatchObject(inconclusive)
    expect(verdict(RESTS, ...calm(ALIKE, endless))).toMatchObject(inconclusive)
    expect(verdict(RESTS, ...twins(1))).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('the deadline is too near'),
    })
  })

  it('may lie still from its submission on and be moved midway', () => {
    const odd = rested(1, 'everything at once', ['queued', 'succeeded'], 1)
    expect(verdict(RESTS, ...calm(), ...odd)).toMatchObject(inconclusive)
    const alone = rested(1, 'time', ['queued', 'succeeded'], 1)
    const again = [...twins(2), ...rested(2, 'time', ['queued', 'succeeded'], 1)]
    expect(verdict(RESTS, ...calm(), ...odd, ...alone, ...again)).toMatchObject({ verdict: 'fail' })
  })

  it('is not accused of by a poll that met 429 and was asked again', () => {
    const busy = (exchanges: Exchange[]) =>
      exchanges.flatMap((each) => {
        if (each.purpose.part !== 'poll') return [each]
        const full = answered(429, each.purpose)
        return [full, { ...each, again: { attempts: [full.n] } }]
      })
    expect(verdict(RESTS, ...busy(calm()))).toMatchObject({ verdict: 'pass' })
    expect(verdict(RESTS, ...busy(suspected('time', { first: MOVED })))).toMatchObject({ verdict: 'fail' })
  })

  // A poll whose answer was lost on the way may have moved the job: the gateway answers for a server that has worked on.
  it('is not accused of where its first poll after the rest got no answer of the server', () => {
    const way = ['queued', 'generating', 'enhancing', 'succeeded']
    const lost = (exchanges: Exchange[]) => {
      const [submission, first, ...others] = exchanges
      const attempt = answered(504, first!.purpose)
      return [submission!, attempt, { ...first!, again: { attempts: [attempt.n] } }, ...others]
    }
    const ways = { fast: way, slow: way }
    const seen = way.slice(1)
    const history = [
      ...twins(1, ways),
      ...lost(rested(1, 'everything at once', seen)),
      ...lost(rested(1, 'time', seen)),
      ...twins(2, ways),
      ...lost(rested(2, 'time', seen)),
    ]
    expect(verdict(RESTS, ...history)).not.toMatchObject({ verdict: 'fail' })
  })

  // The reason speaks of a second trio that never was, where no cause by itself moved the job.
  it('speaks of a second trio only where there was one', () => {
    const history = [...twins(1), ...rested(1, 'everything at once', MOVED), ...rested(1, 'time', WAY)]
    expect(verdict(RESTS, ...history)).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.not.stringContaining('a second trio did not say the same'),
    })
  })
})

describe('polls that are refused', () => {
  const verdict = (...exchanges: Exchange[]) => verdictOf(check(REFUSED_POLLS), exchanges)
  const notRefused = { verdict: 'inconclusive', reason: 'the polls that were to be refused were not' }

  it.each([
    ['one of them was let through', [401, 200, 401, 404]],
    ['another account was', [401, 401, 401, 200]],
    ['one of them met an error', [401, 500, 401, 404]],
    ['none was tried', []],
  ])('say nothing where %s', (_, statuses) => {
    expect(verdict(...calm(), ...pollsInVain(...statuses))).toMatchObject(notRefused)
  })

  it('may all be answered 404', () => {
    expect(verdict(...calm(), ...pollsInVain(404, 404, 404, 404))).toMatchObject({ verdict: 'pass' })
  })

  it('are not accused of what everything but them did', () => {
    const history = [...suspected('readings', { first: MOVED }), ...pollsInVain(...REFUSED)]
    expect(verdict(...history)).toMatchObject({ verdict: 'inconclusive' })
  })

  // The verdict falls before it is asked whether the polls were refused at all.
  it('are not accused where they were let through, which other clauses judge', () => {
    const history = [...suspected('refused polls', { first: MOVED }), ...pollsInVain(401, 401, 401, 200)]
    expect(verdict(...history)).toMatchObject(notRefused)
  })

  // Each attempt is looked at, not the last word on each poll.
  it('may meet 429 before they are refused', () => {
    const [first, ...others] = pollsInVain(429, ...REFUSED.slice(1))
    const again = { ...pollsInVain(401)[0]!, again: { attempts: [first!.n] } }
    expect(verdict(...calm(), first!, again, ...others)).toMatchObject({ verdict: 'pass' })
  })
})

describe('the usage of a key', () => {
  const verdict = (shows: Shows, events?: readonly string[], facts?: Partial<Facts>) =>
    verdictOf(check(OWN_USAGE), watched(shows, events), facts ? { facts } : {})
  /** One key's usage shows this, and everything else is lawful. */
  const ofA =
    (shows: (past: readonly string[]) => unknown): Shows =>
    (past, meter) =>
      isUsageOf('A', meter) ? shows(past) : lawful(past, meter)
  const minute = (past: readonly string[]) => `2026-01-01T12:00:${String(past.length).padStart(2, '0')}Z`

  it('is judged for each key of the account by itself', () => {
    const still = counting((event, meter) => !isUsageOf('A2', meter) && isOwn(event, meter))
    expect(verdict(still)).toMatchObject({ verdict: 'fail', violations: [{ case: 'GET /usage of key A2' }] })
    expect(verdict(still, EVENTS, { keys: ['A', 'B'] })).toMatchObject({ verdict: 'pass', tried: 1 })
  })

  it("is nobody's business here where it is another account's", () => {
    const still = counting((event, meter) => !isUsageOf('B', meter) && isOwn(event, meter))
    expect(verdict(still)).toMatchObject({ verdict: 'pass' })
  })

  it('may be any shape that moves', () => {
    expect(verdict(ofA((past) => past.filter((event) => event === jobOf('A'))))).toMatchObject({ verdict: 'pass' })
    expect(verdict(ofA((past) => past.filter((event) => event === jobOf('A')).length))).toMatchObject({
      verdict: 'pass',
    })
  })

  it('may move with one of two jobs', () => {
    const once = counting((event, meter, index) =>
      isUsageOf('A', meter) ? event === jobOf('A') && index === 2 : isOwn(event, meter),
    )
    expect(verdict(once)).toMatchObject({ verdict: 'pass' })
  })

  it('is not accused of by one job alone', () => {
    const still = counting((event, meter) => !isUsageOf('A', meter) && isOwn(event, meter))
    expect(verdict(still, [NOTHING, jobOf('A'), jobOf('A2')])).toMatchObject({
      verdict: 'inconclusive',
      reason: 'GET /usage of key A did not move with one job, and no second one told whether it ever does',
    })
  })

  it('counts nothing by a time that moves by itself', () => {
    expect(verdict(ofA((past) => ({ as_of: minute(past), used: 0 })))).toMatchObject({
      verdict: 'fail',
      received: 'nothing in it moved, with 2 jobs',
    })
    const counted = ofA((past) => ({ as_of: minute(past), used: past.filter((each) => each === jobOf('A')).length }))
    expect(verdict(counted)).toMatchObject({ verdict: 'pass' })
  })

  it('may be counted by a number that moves by itself, so that nobody can tell', () => {
    expect(verdict(ofA((past) => ({ requests: past.length * 9 })))).toMatchObject({
      verdict: 'inconclusive',
      reason: 'requests move by themselves, and nothing else did',
    })
  })

  // Shapes of usage are open: a number as text, as the whole body, or a list of what was asked may count jobs just as well.
  it.each<[what: string, shows: (past: readonly string[]) => unknown]>([
    ['a number as text', (past) => ({ requests: `${past.length * 9}` })],
    ['a number alone', (past) => past.length * 9],
    ['a list of requests', (past) => ({ requests: ['', ...past].map((_, index) => ({ number: index })) })],
  ])('may be counted by %s that moves by itself, too', (_, shows) => {
    expect(verdict(ofA(shows))).toMatchObject({ verdict: 'inconclusive' })
  })
})

describe.each([
  { id: OTHER_KEY, own: 'A2', by: 'A', name: 'GET /usage' },
  { id: OTHER_KEY, own: 'A', by: 'A2', name: 'GET /usage' },
  { id: OTHER_ACCOUNT, own: 'B', by: 'A', name: 'GET /usage' },
  { id: OTHER_ACCOUNT, own: 'B', by: 'A2', name: 'GET /usage' },
  { id: OTHER_ACCOUNT, own: 'A', by: 'B', name: 'GET /usage' },
  { id: OTHER_ACCOUNT, own: 'A2', by: 'B', name: 'GET /usage' },
  { id: OTHER_ACCOUNT, own: 'B', by: 'A', name: 'GET /billing/balance' },
  { id: OTHER_ACCOUNT, own: 'A', by: 'B', name: 'GET /billing/balance' },
] as const)('$name of key $own and the jobs of key $by', ({ id, own, by, name }) => {
  const isIt = (meter: Meter) => meter.name === name && meter.key === own
  const verdict = (exchanges: Exchange[]) => verdictOf(check(id), exchanges)
  const shown =
    (shows: (past: readonly string[]) => unknown): Shows =>
    (past, meter) =>
      isIt(meter) ? shows(past) : lawful(past, meter)
  const withEachJob = besides((event, meter) => isIt(meter) && event === jobOf(by))

  it('have nothing to do with each other', () => {
    expect(verdict(watched(withEachJob))).toMatchObject({
      verdict: 'fail',
      expected: `nothing that moves with the jobs of key ${by}`,
      violations: [{ case: `${name} of key ${own}` }],
    })
  })

  it('may meet by chance once', () => {
    const once = EVENTS.indexOf(jobOf(by))
    for (const index of [once, once + 1]) {
      const chance = besides((_, meter, now) => isIt(meter) && now === index)
      expect(verdict(watched(chance))).toMatchObject({ verdict: 'pass' })
    }
  })

  it('say nothing where there was one job only', () => {
    const events = EVENTS.toSpliced(EVENTS.indexOf(jobOf(by)), 1)
    expect(verdict(watched(withEachJob, events))).toMatchObject({
      verdict: 'inconclusive',
      reason: `${name} of key ${own} moved at used with one job of key ${by}, and no second one told whether it was by chance`,
    })
  })

  it('may move at different places by chance', () => {
    const elsewhere = shown((past) => Object.fromEntries(past.map((_, index) => [`place ${index}`, 1])))
    expect(verdict(watched(elsewhere))).toMatchObject({ verdict: 'pass' })
  })

  it('are not told apart by what moves by itself', () => {
    const counted = shown((past) => ({ as_of: `${past.length}`, requests: past.length, log: past }))
    expect(verdict(watched(counted))).toMatchObject({ verdict: 'pass' })
  })

  it('are one where a list grows with each job', () => {
    const grown = shown((past) => ({ jobs: past.filter((event) => event === jobOf(by)) }))
    expect(verdict(watched(grown))).toMatchObject({ verdict: 'fail', received: expect.stringMatching(/^jobs\.0 went/) })
  })
})

// What shows the time in minutes stands still while nothing happens, which is soon over, and moves with each longer job.
it('a clock that only moves in the course of a job is not taken for what the job moves', () => {
  const minutes = (past: readonly string[]) => past.filter((event) => event.startsWith('a job')).length
  const clock: Shows = (past, meter) => ({ ...(lawful(past, meter) as object), as_of: `12:0${minutes(past)}` })
  expect(verdictOf(check(OTHER_KEY), watched(clock))).not.toMatchObject({ verdict: 'fail' })
  expect(verdictOf(check(OTHER_ACCOUNT), watched(clock))).not.toMatchObject({ verdict: 'fail' })
})

it("the usage of another key of the account is compared with that account's jobs alone", () => {
  const foreign = besides((event, meter) => isUsageOf('A', meter) && event === jobOf('B'))
  expect(verdictOf(check(OTHER_KEY), watched(foreign))).toMatchObject({ verdict: 'pass' })
  expect(verdictOf(check(OTHER_ACCOUNT), watched(foreign))).toMatchObject({ verdict: 'fail' })
})

describe('a run with fewer keys', () => {
  const verdict = (id: string, keys: readonly KeyName[], shows = lawful) =>
    verdictOf(check(id), watched(shows), { facts: { keys } })

  it('looks at the meters of the keys that it has', () => {
    const shared = besides((event, meter) => isUsageOf('A2', meter) && event === jobOf('B'))
    expect(verdict(OTHER_ACCOUNT, ['A', 'A2', 'B'], shared)).toMatchObject({ verdict: 'fail' })
    expect(verdict(OTHER_ACCOUNT, ['A', 'B'], shared)).toMatchObject({ verdict: 'pass', tried: 4 })
  })

  // The rule is asked although its drive was left out, and passes with nothing to compare.
  it.each([
    [OTHER_KEY, ['A', 'B']],
    [OTHER_ACCOUNT, ['A', 'A2']],
  ] as const)('does not pass %s with the keys %j', (id, keys) => {
    expect(verdict(id, keys)).not.toMatchObject({ verdict: 'pass' })
  })
})

describe('a meter', () => {
  const unreadable = (exchanges: Exchange[], wanted: string) =>
    exchanges.map((each) =>
      each.purpose.case?.startsWith(wanted)
        ? { ...each, answer: { status: 500, headers: [], body: '', bytes: 0 } }
        : each,
    )

  it.each([
    [OWN_USAGE, 'GET /usage of A2, reading 3'],
    [OTHER_KEY, 'GET /usage of A, reading 1'],
    [OTHER_ACCOUNT, 'GET /billing/balance of B, reading 4'],
    [REFUSALS, 'GET /billing/balance of A, reading 8'],
  ])('that could not be read leaves %s open', (id, wanted) => {
    expect(verdictOf(check(id), unreadable(watched(lawful), wanted))).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining(`${wanted}`),
    })
  })

  it('that could not be read does not excuse another one', () => {
    const history = unreadable(CASES[OTHER_ACCOUNT]!.fails, 'GET /usage of B, reading 2')
    expect(verdictOf(check(OTHER_ACCOUNT), history)).toMatchObject({ verdict: 'fail' })
  })

  it('that is none of a question may be unreadable', () => {
    const history = unreadable(watched(lawful), 'GET /usage of B')
    expect(verdictOf(check(OWN_USAGE), history)).toMatchObject({ verdict: 'pass' })
  })

  it.each([OWN_USAGE, OTHER_KEY, OTHER_ACCOUNT, REFUSALS])('tells %s nothing where no job came to its end', (id) => {
    expect(verdictOf(check(id), watched(lawful, [NOTHING, BODIES, BODIES]))).toMatchObject({
      verdict: 'inconclusive',
      reason: 'no job came to its end while the meters were watched',
    })
  })
})

describe('what is refused', () => {
  const verdict = (exchanges: Exchange[]) => verdictOf(check(REFUSALS), exchanges)
  const isMeter = (wanted: string, { name, key }: Meter) => `${name} of ${key}` === wanted
  const USAGE = 'GET /usage of A'
  const BALANCE = 'GET /billing/balance of A'
  const withBodies = (wanted: string) => besides((event, meter) => isMeter(wanted, meter) && event === BODIES)

  it.each([USAGE, BALANCE])('moves %s neither time', (wanted) => {
    expect(verdict(watched(withBodies(wanted)))).toMatchObject({ verdict: 'fail' })
  })

  it.each(['GET /usage of A2', 'GET /usage of B', 'GET /billing/balance of B'])(
    'is for other clauses where it moves %s',
    (wanted) => {
      expect(verdict(watched(withBodies(wanted)))).toMatchObject({ verdict: 'pass' })
    },
  )

  it.each([5, 6])('may move a balance by chance once', (index) => {
    expect(EVENTS[index]).toBe(BODIES)
    const once = besides((_, meter, now) => isMeter(BALANCE, meter) && now === index)
    expect(verdict(watched(once))).toMatchObject({ verdict: 'pass' })
  })

  /** Beside what counts the jobs. */
  const beside = (wanted: string, more: (past: readonly string[]) => Record<string, unknown>) =>
    watched((past, meter) => ({
      ...(lawful(past, meter) as object),
      ...(isMeter(wanted, meter) && more(past)),
    }))
  const attempts = (past: readonly string[]) =>
    past.filter((event) => [BODIES, NO_ROOM, jobOf('A')].includes(event)).length

  it.each(['requests', 'api_calls', 'attempts', 'submissions', 'Submitted'])(
    'may be counted as %s, which are not paid for',
    (name) => {
      expect(verdict(beside(USAGE, (past) => ({ [name]: attempts(past) })))).toMatchObject({ verdict: 'pass' })
      expect(verdict(beside(USAGE, (past) => ({ [name]: { total: attempts(past) } })))).toMatchObject({
        verdict: 'pass',
      })
    },
  )

  it.each(['credits', 'jobs', 'video_seconds'])('may not be counted as %s', (name) => {
    expect(verdict(beside(USAGE, (past) => ({ [name]: attempts(past) })))).toMatchObject({
      verdict: 'fail',
      received: expect.stringContaining(name),
    })
  })

  it('may be counted by what does not move with jobs, in usage, but not in a balance', () => {
    const declined = (past: readonly string[]) => ({ declined: past.filter((event) => event === BODIES).length })
    expect(verdict(beside(USAGE, declined))).toMatchObject({ verdict: 'pass' })
    expect(verdict(beside(BALANCE, declined))).toMatchObject({ verdict: 'fail' })
  })

  it('may be counted by what moves with the jobs of other keys alone', () => {
    const elsewhere = (past: readonly string[]) => ({
      others: past.filter((event) => [BODIES, jobOf('A2')].includes(event)).length,
    })
    expect(verdict(beside(USAGE, elsewhere))).toMatchObject({ verdict: 'pass' })
  })

  it('may be counted by what moves by itself', () => {
    const asOf = (past: readonly string[]) => ({ as_of: past.length })
    expect(verdict([...beside(BALANCE, asOf)])).toMatchObject({ verdict: 'pass' })
  })

  it('is not judged where a body was accepted that has to be refused', () => {
    const history = [...watched(withBodies(BALANCE)), ...refusedBodies(202)]
    expect(verdict(history)).toMatchObject({
      verdict: 'inconclusive',
      reason: 'a body was accepted that has to be refused, so the meters may well move',
    })
  })

  it('is not judged where nothing was', () => {
    expect(verdict(watched(withBodies(BALANCE)).filter(({ request }) => request.method === 'GET'))).toMatchObject({
      verdict: 'inconclusive',
      reason: 'no body was refused while the meters were watched',
    })
  })

  describe('for a lack of room', () => {
    const events = [...EVENTS, NO_ROOM, NO_ROOM]
    const costly = (wanted: string) => besides((event, meter) => isMeter(wanted, meter) && event === NO_ROOM)

    it.each([USAGE, BALANCE])('moves %s neither time', (wanted) => {
      expect(verdict(watched(lawful, events))).toMatchObject({ verdict: 'pass' })
      expect(verdict(watched(costly(wanted), events))).toMatchObject({
        verdict: 'fail',
        expected: 'nothing that moves with what is answered 429',
      })
    })

    it('may meet a balance that moves by chance', () => {
      const chance = besides((_, meter, now) => isMeter(BALANCE, meter) && now === events.length - 1)
      expect(verdict(watched(chance, events))).toMatchObject({ verdict: 'pass' })
    })

    it('is not accused of by one time alone', () => {
      expect(verdict(watched(costly(BALANCE), events.slice(0, -1)))).not.toMatchObject({ verdict: 'fail' })
    })
  })

  // One round says nothing for itself, and here it is passed over in silence, though something moved.
  it.each([
    ['refused bodies', BODIES, EVENTS.toSpliced(5, 1)],
    ['a lack of room', NO_ROOM, [...EVENTS, NO_ROOM]],
  ])('does not pass a balance that moved with the only round of %s', (_, cause, events) => {
    const moving = besides((event, meter) => isMeter(BALANCE, meter) && event === cause)
    expect(verdict(watched(moving, events))).toMatchObject({ verdict: 'inconclusive' })
  })
})
