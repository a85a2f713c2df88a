import { METHODS } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { experiment, type Suite } from '../../runner/judging/check.ts'
import { inconclusive, pass } from '../../runner/judging/verdict.ts'
import { BOUNDS } from '../../runner/settings/bounds/bounds.ts'
import { configure } from '../../runner/settings/configuration.ts'
import type { Dialect } from '../../service/dialects/dialect.ts'
import { DEFAULT_DIALECT, DIALECTS } from '../../service/dialects/index.ts'
import { around, type Behaviour } from '../../service/interface/behaviour.ts'
import type { World } from '../../service/interface/world.ts'
import { FINAL_STATUSES } from '../../spec/words.ts'
import { LOOKS } from '../media/looks.ts'
import { accepted, exchangesOf, type RunSeen, runAgainst } from './run-for-tests.ts'

describe('the budget', () => {
  it.each([1, 7, 60])('sends no more than %i requests when told so, and has no verdict', async (maxRequests) => {
    const { arrived, report } = await runAgainst({}, { maxRequests })
    expect(arrived).toHaveLength(maxRequests)
    expect(report.budget.requests).toBe(maxRequests)
    expect(report.exit).toBe(2)
    expect(report.reason).toContain(`--max-requests ${maxRequests}`)
  })

  it('counts what arrives', async () => {
    const run = await runAgainst({})
    const { arrived, report } = run
    // What Node takes for no HTTP at all, no service hears of.
    const unheard = exchangesOf(run).filter(({ request }) => !METHODS.includes(request.method))
    expect(report.budget.requests).toBe(arrived.length + unheard.length)
    expect(report.budget.jobs).toBe(accepted(arrived).length)
  })

  it.each([0, 1, 2, 3])('lets a server that accepts everything make no more than %i jobs', async (maxJobs) => {
    const careless = (behaviour: Behaviour, world: World) => {
      around(behaviour, 'admit', () => world.keys.own)
      around(behaviour, 'decide', () => 'accept')
    }
    const { arrived, report } = await runAgainst({ capacity: 1000, patch: careless }, { maxJobs })
    expect(accepted(arrived).length).toBeLessThanOrEqual(maxJobs)
    expect(report.exit).toBe(1)
  })

  it('asks for no more video than the user allows', async () => {
    const { arrived, report } = await runAgainst({}, { maxVideoSeconds: 0.5 })
    expect(accepted(arrived)).toHaveLength(0)
    expect(report.exit).toBe(2)
  })

  it('keeps to the rate, whatever runs at once', async () => {
    const begin = performance.now()
    const { arrived } = await runAgainst({}, { rate: 100, only: ['paths'] })
    // A busy machine makes requests late and several of them at once, but none of them early. A timer may be, by a little.
    const early = arrived.filter(({ at }, index) => at - begin < 10 * index - 5)
    expect(arrived.length).toBeGreaterThan(30)
    expect(early).toEqual([])
  })

  it('ends at the deadline and says what was left', async () => {
    // Unless it is told otherwise, that is ten minutes.
    expect(configure({}, false).deadlineMs).toBe(BOUNDS.runMs.most)
    const { report } = await runAgainst({ polls: 1_000_000 }, { deadlineMs: BOUNDS.runMs.most / 400 })
    expect(report.exit).toBe(2)
    expect(report.reason).toMatch(/^the deadline of 1.5 s came first, with (1 job|[2-9] jobs) unfinished: \S/)
    expect(report.clauses.find((clause) => clause.id === 'jobs.end-within-the-deadline')?.verdict).toBe('inconclusive')
  })
})

describe('manners', () => {
  it('waits on 429 as Retry-After says, and asks again', async () => {
    let refused = 0
    let again = 0
    const busy = (behaviour: Behaviour) =>
      around(behaviour, 'submit', (next, caller, incoming) => {
        if (refused === 0) {
          refused = performance.now()
          return behaviour.refuse('capacity_exceeded', { headers: { 'retry-after': '1' } })
        }
        again ||= performance.now()
        return next(caller, incoming)
      })
    const { report } = await runAgainst({ patch: busy }, { only: ['lifecycle'] })
    expect(again - refused).toBeGreaterThanOrEqual(990)
    expect(report.exit).toBe(0)
  })

  it('polls a job no faster than the interval, apart from checks that read it on purpose', async () => {
    const run = await runAgainst({ polls: 6 }, { pollIntervalMs: 60, only: ['jobs.status-is-a-listed-word'] })
    const polls = exchangesOf(run).filter((each) => each.purpose.by === 'jobs')
    expect(polls.length).toBeGreaterThan(3)
    const gaps = polls.slice(1).map((poll, index) => poll.at - polls[index]!.at)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(59)
  })

  it('brings every job to its end, those that a broken server made of bad requests, too', async () => {
    const open = (behaviour: Behaviour, world: World) =>
      around(behaviour, 'admit', (next, incoming) => next(incoming) ?? world.keys.own)
    const run = await runAgainst({ capacity: 1000, patch: open })
    const asked = new Map(exchangesOf(run).map((each) => [each.n, each.purpose.part]))
    expect(run.report.jobs.filter(({ submission }) => asked.get(submission) === 'probe').length).toBeGreaterThan(1)
    expect(run.report.jobs).toHaveLength(accepted(run.arrived).length)
    for (const job of run.report.jobs) expect(FINAL_STATUSES).toContain(job.states.at(-1)?.[1])
  })

  it('never follows a redirect', async () => {
    const moved = (behaviour: Behaviour) =>
      around(behaviour, 'route', (next, incoming) =>
        incoming.path.startsWith('/elsewhere') ? { kind: 'unknown path' } : next(incoming),
      )
    const redirecting = (behaviour: Behaviour) => {
      moved(behaviour)
      around(behaviour, 'refuse', (next, code, context) =>
        code === 'unauthorized' ? { status: 302, headers: { location: '/elsewhere' } } : next(code, context),
      )
    }
    const { arrived, report } = await runAgainst({ patch: redirecting })
    expect(arrived.filter(({ path }) => path.startsWith('/elsewhere'))).toEqual([])
    expect(report.exit).toBe(1)
  })

  it('drives exclusive checks while nothing else is under way', async () => {
    const order: string[] = []
    const named = (id: string, extra: { alone?: true } = {}) =>
      experiment({
        id,
        clause: 'readings.models-answers',
        suite: 'quiet',
        title: id,
        cost: () => ({ requests: 1 }),
        async drive(drive) {
          order.push(`${id} begins`)
          await drive.control(await drive.twin('GET /models'))
          order.push(`${id} ends`)
        },
        judge: ({ exchanges }) => (exchanges.length > 0 ? pass(1, [1]) : inconclusive('nothing')),
        ...extra,
      })
    const quiet: Suite = {
      name: 'quiet',
      about: '',
      checks: [named('first', { alone: true }), named('second', { alone: true }), named('crowd')],
    }
    await runAgainst({}, {}, [quiet])
    expect(order).toEqual(['crowd begins', 'crowd ends', 'first begins', 'first ends', 'second begins', 'second ends'])
  })

  it('takes a drive that throws for a fault of the suite, and exits 70', async () => {
    const broken = experiment({
      id: 'broken',
      clause: 'readings.models-answers',
      suite: 'broken',
      title: 'broken',
      cost: () => ({ requests: 0 }),
      drive: () => Promise.reject(new TypeError('a bug')),
      judge: () => pass(1, [1]),
    })
    const { report } = await runAgainst({}, {}, [{ name: 'broken', about: '', checks: [broken] }])
    expect(report.exit).toBe(70)
    expect(report.faults[0]).toContain('a bug')
  })

  it('repeats the same requests in the same order for the same seed, check by check', async () => {
    const wishes = { seed: 7, deadlineMs: 900_000 }
    const first = await runAgainst({ dialect: countingIds(), capacity: 1000 }, wishes)
    const second = await runAgainst({ dialect: countingIds(), capacity: 1000 }, wishes)
    expect([first.report.reason, second.report.reason]).toEqual([undefined, undefined])
    const once = traffic(first)
    const again = traffic(second)
    // Which of those that are under way at once comes first is up to the clock.
    expect(Object.keys(again).sort()).toEqual(Object.keys(once).sort())
    for (const [name, sent] of Object.entries(once)) expect(again[name], name).toEqual(sent)
  })
})

/** Two runs can only be compared where the server gives the same ids in both. */
function countingIds(): Dialect {
  let count = 0
  const make = () => `${(0x1a2b3c4d + 7 * count++).toString(16)}-0033-4243-9904-e8285190e41b`
  return { ...DIALECTS[DEFAULT_DIALECT], ids: { make } }
}

/** How often a job is polled, and whether its file waited so long that it is asked once more where that is. */
const UP_TO_THE_CLOCK: readonly string[] = ['jobs', 'foils', LOOKS.name]
const OF_OTHERS = 'of other jobs'
/** Which jobs ended first is up to the server, and so is which key submitted those that are read again, and how often they are. */
const EITHER_KEY = '{{one key of A}}'
/** Taken up in one order, but a few at once, and some of them are two or three requests. */
const AT_ONCE = /^generated /
/** A digit has no other letter case, and the keys of the two servers differ; so do the good requests before these. */
const OF_ONE_LETTER = /with character \d+ in (the other letter case|capitals)|^of lane/

/** Made from the id of a job that the server numbered beside those of others, in whichever order they came. */
const isMadeOfAnother = ({ by, case: what }: Exchange['purpose']) =>
  by === 'generated wrong ids' || (by === 'the model' && what === 'an id that no job has')

/** What each check sent, in order. In which order several jobs end, and so are read again, is up to the server. */
function traffic(run: RunSeen): Record<string, string[]> {
  const { port } = new URL(run.report.target.baseUrl)
  const [, ...others] = run.report.jobs.map(({ id }) => `/v1/videos/${id}`)
  const sent = exchangesOf(run).filter(
    ({ purpose }) => !UP_TO_THE_CLOCK.includes(purpose.by) && !OF_ONE_LETTER.test(purpose.case ?? ''),
  )
  const told = sent
    .toSorted((one, other) => one.n - other.n)
    .map(({ purpose, request }) => {
      const ofOthers = others.some((path) => request.path.startsWith(path)) || isMadeOfAnother(purpose)
      const text = ofOthers
        ? JSON.stringify({ ...request, path: 'another job' })
            .replaceAll('{{A2}}', EITHER_KEY)
            .replaceAll('{{A}}', EITHER_KEY)
        : JSON.stringify([request, purpose.case])
      return {
        name: ofOthers ? `${purpose.by}, ${OF_OTHERS}` : purpose.by,
        text: text.replaceAll(`:${port}`, ''),
      }
    })
  const inOrder = [...Map.groupBy(told, ({ name }) => name)]
  return Object.fromEntries(
    inOrder.map(([name, all]) => {
      const texts = all.map(({ text }) => text)
      if (name.endsWith(OF_OTHERS)) return [name, [...new Set(texts)].toSorted()]
      return [name, AT_ONCE.test(name) ? texts.toSorted() : texts]
    }),
  )
}
