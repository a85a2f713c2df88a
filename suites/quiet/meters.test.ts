import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { answered } from '../../runner/judging/handwritten-for-tests.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { read as markedReading, reading as read } from './histories-of-meters-for-tests.ts'
import type { Meter } from './marks.ts'
import { changedInAll, courseOf, hasPlace, METERS, metersOf, type Step, stepsOf } from './meters.ts'

const USAGE: Meter = { name: 'GET /usage', key: 'A' }

const QUIETLY = { isOwnDoing: false, madeAJob: false, ownRequests: 0, waited: 10 }

const again = (earlier: Exchange) => ({ again: { attempts: [earlier.n] } })

describe('the course of a meter', () => {
  it('tells what changed, and after what', () => {
    const one = read(1, { jobs: 0, plan: 'starter' })
    const two = read(2, { jobs: 1, plan: 'starter' }, 'a job of key A')
    const three = read(3, { jobs: 1, plan: 'professional' }, 'refused bodies of key A')
    expect(courseOf([one, two, three], USAGE)).toMatchObject({
      ...USAGE,
      byItself: [],
      countsByItself: false,
      unread: [],
      steps: [
        { event: 'a job', key: 'A', before: one, after: two, changed: ['jobs'], amounts: ['jobs'], ...QUIETLY },
        { event: 'refused bodies', key: 'A', before: two, after: three, changed: ['plan'], amounts: [], ...QUIETLY },
      ],
    })
  })

  it('leaves out what moves by itself, items of a list as one', () => {
    const course = courseOf(
      [
        read(1, { as_of: 1, log: ['a'], jobs: 0 }),
        read(2, { as_of: 2, log: ['a', 'b'], jobs: 0 }, 'nothing'),
        read(3, { as_of: 3, log: ['a', 'b', 'c', 'd'], jobs: 1 }, 'a job of key A'),
      ],
      USAGE,
    )
    expect(course.byItself).toEqual(['as_of', 'log.1'])
    expect(course.steps.map(({ event, changed }) => [event, changed])).toEqual([['a job', ['jobs']]])
  })

  it('takes what usual requests of others move for moving by itself, unless asked what others move', () => {
    const polled = () => answered(200, { by: 'quiet phase', part: 'poll', key: 'A2' })
    const exchanges = [
      read(1, { polls: 0, tick: 0 }),
      polled(),
      read(2, { polls: 1, tick: 0 }, 'nothing'),
      read(3, { polls: 1, tick: 1 }, 'nothing'),
      read(4, { polls: 5, tick: 2 }, 'a job of key A2'),
    ]
    expect(courseOf(exchanges, USAGE)).toMatchObject({ byItself: ['polls', 'tick'], steps: [{ changed: [] }] })
    expect(courseOf(exchanges, USAGE, 'altogether')).toMatchObject({
      byItself: ['tick'],
      steps: [{ changed: ['polls'] }],
    })
  })

  it('holds the readings of this meter alone', () => {
    const others = METERS.filter((each) => each !== METERS[0])
    const exchanges = [
      read(1, { jobs: 0 }),
      ...others.map((meter) => read(1, { jobs: 7 }, '', meter)),
      read(2, { jobs: 0 }, 'a job of key B'),
      ...others.map((meter) => read(2, { jobs: 8 }, 'a job of key B', meter)),
      answered(200, { case: 'GET /usage while a job rests', body: { jobs: 99 } }),
    ]
    expect(courseOf(exchanges, USAGE).steps).toMatchObject([{ event: 'a job', key: 'B', changed: [] }])
    for (const meter of others) expect(courseOf(exchanges, meter).steps).toMatchObject([{ changed: ['jobs'] }])
  })

  it('counts the last word on a reading that was asked again', () => {
    const busy = answered(429, markedReading(2, 'a job of key A', USAGE))
    const exchanges = [
      read(1, { jobs: 0 }),
      busy,
      read(2, { jobs: 1 }, 'a job of key A', USAGE, again(busy)),
      read(3, { jobs: 2 }, 'a job of key A'),
    ]
    const { steps, unread } = courseOf(exchanges, USAGE)
    expect(unread).toEqual([])
    expect(steps.map(({ before, after }) => [before.n, after.n])).toEqual([
      [exchanges[0]!.n, exchanges[2]!.n],
      [exchanges[2]!.n, exchanges[3]!.n],
    ])
  })

  it('keeps the order of its readings where an earlier one was asked again', () => {
    const busy = answered(429, markedReading(1, '', USAGE))
    const first = read(1, { jobs: 0 }, '', USAGE, again(busy))
    const { steps } = courseOf([busy, first, read(2, { jobs: 1 }, 'a job of key A')], USAGE)
    expect(steps).toMatchObject([{ before: { n: first.n }, changed: ['jobs'] }])
  })

  it.each([
    ['an error', answered(500, { ...markedReading(2, 'a job of key A', USAGE), body: { jobs: 5 } })],
    ['a page', read(2, '<h1>no JSON</h1>', 'a job of key A')],
    ['another 429', answered(429, { ...markedReading(2, 'a job of key A', USAGE), body: { jobs: 5 } })],
  ])('has a gap where a reading is %s, and no step across it', (_, unreadable) => {
    const third = read(3, { jobs: 2 }, 'a job of key A2')
    const course = courseOf([read(1, { jobs: 0 }), unreadable, third, read(4, { jobs: 2 }, 'a job of key B')], USAGE)
    expect(course.unread).toEqual(['GET /usage of A, reading 2, after a job of key A'])
    expect(course.steps.map(({ key }) => key)).toEqual(['B'])
  })

  it('begins anew with a reading after which nothing is told', () => {
    const exchanges = [
      read(1, { jobs: 0 }),
      read(2, { jobs: 5 }),
      read(3, { jobs: 5 }, 'a lack of room of key A'),
      read(4, { jobs: 6 }, 'a job of key A2'),
    ]
    expect(courseOf(exchanges, USAGE).steps).toMatchObject([
      { event: 'a lack of room', key: 'A', changed: [] },
      { event: 'a job', key: 'A2', changed: ['jobs'] },
    ])
  })

  it('is asked for one event, and for the keys that it came to pass with', () => {
    const course = courseOf(
      [
        read(1, {}),
        read(2, {}, 'a job of key A'),
        read(3, {}, 'a job of key B'),
        read(4, {}, 'refused bodies of key A'),
      ],
      USAGE,
    )
    expect(stepsOf(course, 'a job').map(({ key }) => key)).toEqual(['A', 'B'])
    expect(stepsOf(course, 'a job', ['B']).map(({ key }) => key)).toEqual(['B'])
    expect(stepsOf(course, 'refused bodies')).toHaveLength(1)
    expect(stepsOf(course, 'a lack of room')).toEqual([])
  })
})

it('meters are those of the keys that the run has', () => {
  const keysOf = (keys: readonly KeyName[]) => metersOf('GET /billing/balance', keys).map(({ key }) => key)
  expect(keysOf(['A', 'A2', 'B', 'R', 'U'])).toEqual(['A', 'B'])
  expect(keysOf(['A', 'A2'])).toEqual(['A'])
})

describe('places', () => {
  it.each<[places: string[], place: string, has: boolean]>([
    [['jobs'], 'jobs', true],
    [['jobs'], 'job', false],
    [['jobs.0.id'], 'jobs.17.id', true],
    [['0'], '3', true],
    [['jobs.0.0'], 'jobs.1.2', true],
    [['jobs.0'], 'jobs', false],
    [['jobs.0.id'], 'jobs.0.url', false],
    [['last7'], 'last30', false],
    [['a', 'b.1'], 'b.2', true],
    [[], 'jobs', false],
  ])('%j hold %s: %s', (places, place, has) => {
    expect(hasPlace(places, place)).toBe(has)
  })

  it('reads an amount in two units by the larger of them', () => {
    const shown = (reading: number, pounds: number, shillings: number) =>
      read(reading, { purse: { pounds, shillings } }, reading > 1 ? 'refused bodies of key A' : '')
    const [one, two, three] = [shown(1, 9, 3), shown(2, 8, 18), shown(3, 8, 13)]
    expect(changedInAll(courseOf([one, two, three], USAGE).steps)).toEqual(['purse.shillings'])
    const up = shown(3, 9, 3)
    expect(changedInAll(courseOf([one, two, up], USAGE).steps)).toEqual([])
  })

  const step = (...changed: string[]): Step => ({
    event: 'a job',
    key: 'A',
    before: read(1, 1),
    after: read(2, 2),
    changed,
    amounts: changed,
    ...QUIETLY,
    isQuiet: false,
    calm: 0,
    calmButForRefusals: 0,
  })

  it.each<[steps: Step[], places: string[]]>([
    [[], []],
    [[step('a', 'b')], ['a', 'b']],
    [[step('a', 'b'), step('b', 'c')], ['b']],
    [[step('a'), step('b')], []],
    [[step('a'), step('a'), step()], []],
    [[step('list.0', 'a'), step('list.1'), step('list.2')], ['list.0']],
  ])('that changed each time, case %#', (steps, places) => {
    expect(changedInAll(steps)).toEqual(places)
  })
})

describe('a step of a meter', () => {
  const A2: Meter = { name: 'GET /usage', key: 'A2' }
  const shown = (reading: number, jobs: number, after = '', told = {}) => read(reading, { jobs }, after, A2, told)
  const asked = (told: object = {}) => answered(200, { by: 'quiet phase', key: 'A2', ...told })
  const stepAfter = (...between: (() => Exchange)[]) => {
    const exchanges = [shown(1, 0), ...between.map((make) => make()), shown(2, 1, 'a job of key A')]
    return courseOf(exchanges, A2).steps[0]!
  }

  it('tells whether the owner of the meter asked for something meanwhile', () => {
    expect(stepAfter().isOwnDoing).toBe(false)
    expect(stepAfter(() => asked({ key: 'A' })).isOwnDoing).toBe(false)
    expect(stepAfter(() => asked()).isOwnDoing).toBe(true)
  })

  it('tells whether a submission was accepted meanwhile, whatever it was meant for', () => {
    expect(stepAfter(() => asked({ key: 'A', posted: '{}' })).madeAJob).toBe(true)
    expect(stepAfter(() => answered(429, { by: 'quiet phase', posted: '{}' })).madeAJob).toBe(false)
  })

  it('tells how long its owner had asked for nothing before', () => {
    const exchanges = [
      asked({ at: 1000, key: 'A' }),
      asked({ at: 2000 }),
      answered(429, { by: 'quiet phase', key: 'A2', posted: '{}', at: 7000 }),
      shown(1, 0, '', { at: 9000 }),
      shown(2, 1, 'a job of key A', { at: 9500 }),
    ]
    expect(courseOf(exchanges, A2).steps[0]).toMatchObject({ calm: 2000, calmButForRefusals: 7000 })
    expect(courseOf(exchanges.slice(3), A2).steps[0]).toMatchObject({ calm: 0 })
  })
})
