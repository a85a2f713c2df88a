import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../runner/settings/bounds/bounds.ts'
import { keyOf, Noticed, type Where } from './habit.ts'
import { EVER_NEW, Values } from './values.ts'

const PLACE: Where = { endpoint: 'GET /usage', status: 200, pointer: '/plan' }

type Saw = (string | number)[]

/** Each in an answer of its own. */
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

describe('forms', () => {
  it('count each answer where nobody writes them by accident', () => {
    expect(tallies(saw(['2026-01-02', '2026-01-02', '2026-01-03']).form)).toEqual({ 'a date': 3, of: 3 })
  })

  it('count each value once where one value over and over says no more than once', () => {
    expect(tallies(saw([5, 5, 5, 6]).form)).toEqual({ 'a whole number': 2, of: 2 })
    expect(tallies(saw([5, 5, 0.5]).form)).toEqual({ 'a whole number': 1, 'a fraction': 1, of: 2 })
  })

  it('hold it against no part of a key that chance has made of letters alone', () => {
    expect(tallies(saw(['JhtB'], { where: { ...PLACE, pointer: '/key/last_four' } }).form)).toEqual({
      'a token': 1,
      of: 1,
    })
  })

  it('hold it against no id that it begins with another word each time', () => {
    const form = saw(['brave-otter-42', 'quick-fox-7', 'calm-owl-19'], { isId: true }).form
    expect(tallies(form)).toEqual({ 'a token': 3, of: 3 })
    expect(tallies(saw(['job_81c2', 'job_abcd'], { isId: true }).form)).toEqual({
      'a token that begins with job_': 2,
      of: 2,
    })
  })
})

describe('words', () => {
  it('are few, and come again', () => {
    expect(tallies(saw(['free', 'free', 'pro', 'free']).word)).toEqual({ free: 3, pro: 1, of: 4 })
  })

  it('count once for each job, however often it is polled', () => {
    expect(tallies(saw(['ash', 'ash', 'ash', 'elm'], { unit: (n) => (n < 4 ? 'job 1' : 'job 2') }).word)).toEqual({
      ash: 1,
      elm: 1,
      of: 2,
    })
  })

  it('are ever new where each chance shows another one', () => {
    expect(tallies(saw(['ash', 'elm', 'fir', 'oak']).word)).toEqual({ [EVER_NEW]: 4, of: 4 })
  })

  it('are ever new where there are more than anybody lists', () => {
    const many = 'ash beech cedar elm fir hazel larch maple oak'.split(' ')
    expect(tallies(saw([...many, ...many, ...many]).word)).toEqual({ [EVER_NEW]: 27, of: 27 })
    const few = many.slice(0, BOUNDS.habitWords.most)
    expect(few).toHaveLength(many.length - 1)
    expect(tallies(saw([...few, ...few, ...few]).word)).not.toHaveProperty([EVER_NEW])
  })

  it('are none where a sentence is among them, or a number', () => {
    expect(saw(['free', 'You have used it up.']).word).toBeUndefined()
    expect(saw(['free', 3]).word).toBeUndefined()
  })

  it.each(['/job_id', '/requestId', '/user', '/a/name', '/key/*', '/key/last_four', '/etag'])(
    'are none at %s, which names something',
    (pointer) => {
      expect(saw(['ash', 'ash'], { where: { ...PLACE, pointer } }).word).toBeUndefined()
    },
  )
})
