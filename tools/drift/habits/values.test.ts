import { expect, it } from 'vitest'
import { keyOf, Noticed, type Where } from './habit.ts'
import { EVER_NEW, MOST_WORDS, Values } from './values.ts'

const PLACE: Where = { endpoint: 'GET /usage', status: 200, pointer: '/plan' }

type Saw = (string | number)[]

/** Each in its own response. */
function saw(values: Saw, { where = PLACE, isId = false, unit = (n: number) => String(n) } = {}) {
  const into = new Noticed()
  const all = new Values()
  for (const [index, value] of values.entries()) all.add({ where, value, n: index + 1, unit: unit(index + 1), isId })
  all.conclude(into)
  const of = (aspect: 'form' | 'word') => into.habits.get(keyOf(where, aspect))
  return { form: of('form'), word: of('word') }
}

const tallies = (habit: { tally: ReadonlyMap<string, number>; seen: number } | undefined) =>
  habit && { ...Object.fromEntries(habit.tally), of: habit.seen }

it.each<[title: string, values: Saw, tally: Record<string, number>, more?: Parameters<typeof saw>[1]]>([
  ['each response with a decisive form', ['2026-01-02', '2026-01-02', '2026-01-03'], { 'a date': 3 }],
  ['each other value once', [5, 5, 0.5], { 'a whole number': 1, 'a fraction': 1 }],
  ['part of a key as a token', ['JhtB'], { 'a token': 1 }, { where: { ...PLACE, pointer: '/key/last_four' } }],
  ['ids of words as tokens', ['brave-otter-42', 'quick-fox-7'], { 'a token': 2 }, { isId: true }],
  ['ids with a prefix', ['job_81c2', 'job_abcd'], { 'a token that begins with job_': 2 }, { isId: true }],
])('counts the form of %s', (_, values, tally, more) => {
  expect(tallies(saw(values, more).form)).toMatchObject(tally)
})

const TREES = 'ash beech cedar elm fir hazel larch maple oak'.split(' ')

it('counts words that repeat, once per job', () => {
  expect(tallies(saw(['free', 'free', 'pro', 'free']).word)).toEqual({ free: 3, pro: 1, of: 4 })
  const unit = (n: number) => (n < 4 ? 'job 1' : 'job 2')
  expect(tallies(saw(['ash', 'ash', 'ash', 'elm'], { unit }).word)).toEqual({ ash: 1, elm: 1, of: 2 })
})

it('marks a field as always new if each value differs, or if there are too many', () => {
  expect(tallies(saw(['ash', 'elm', 'fir', 'oak']).word)).toEqual({ [EVER_NEW]: 4, of: 4 })
  expect(tallies(saw([...TREES, ...TREES, ...TREES]).word)).toEqual({ [EVER_NEW]: 27, of: 27 })
  const few = TREES.slice(0, MOST_WORDS)
  expect(few).toHaveLength(TREES.length - 1)
  expect(tallies(saw([...few, ...few, ...few]).word)).not.toHaveProperty([EVER_NEW])
})

it('records no words of a field with a sentence or a number, or that names something', () => {
  expect(saw(['free', 'You have used it up.']).word).toBeUndefined()
  expect(saw(['free', 3]).word).toBeUndefined()
  for (const pointer of ['/job_id', '/requestId', '/user', '/a/name', '/key/*', '/key/last_four', '/etag'])
    expect([pointer, saw(['ash', 'ash'], { where: { ...PLACE, pointer } }).word]).toEqual([pointer, undefined])
})
