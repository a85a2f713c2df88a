import { describe, expect, it } from 'vitest'
import type { Where } from '../habits/habit.ts'
import { knownTo, type Line } from '../habits/habits-for-tests.ts'
import { compare } from './compare.ts'

const RECORD: Where = { endpoint: 'GET /videos/{id}', status: 200, state: 'running', pointer: '/stage' }
const USAGE: Where = { endpoint: 'GET /usage', status: 200, pointer: '/next' }

function changesBetween(before: Line[], now: Line[]): string[] {
  const { changes } = compare(knownTo(before), knownTo(now))
  return changes.map(({ kind, event, before: was, after }) => `${kind}: ${event}, ${was} → ${after}`)
}

const always = (where: Where, aspect: 'type' | 'form', value: string, times = 10): Line[] => [
  [where, aspect, { [value]: times }],
]

describe('another type', () => {
  it('is breaking, and so is null where something stood', () => {
    expect(changesBetween(always(RECORD, 'type', 'string'), always(RECORD, 'type', 'number'))).toEqual([
      'breaking: another type, string → number',
    ])
    expect(changesBetween(always(RECORD, 'type', 'string'), always(RECORD, 'type', 'null'))).toEqual([
      'breaking: another type, string → null',
    ])
  })

  it('is as a new field is where there was nothing but null', () => {
    expect(changesBetween(always(RECORD, 'type', 'null'), always(RECORD, 'type', 'string'))).toEqual([
      'compatible: another type, null → string',
    ])
  })

  it('is no news of an account that has done more since, and shows what it had nothing of', () => {
    expect(changesBetween(always(USAGE, 'type', 'null'), always(USAGE, 'type', 'string'))).toEqual([])
    expect(changesBetween(always(USAGE, 'type', 'string'), always(USAGE, 'type', 'null'))).toHaveLength(1)
  })

  it('says it all: nothing is said of the form beside it', () => {
    const before: Line[] = [...always(RECORD, 'type', 'string'), ...always(RECORD, 'form', 'a date')]
    const now: Line[] = [...always(RECORD, 'type', 'number'), ...always(RECORD, 'form', 'seconds since 1970')]
    expect(changesBetween(before, now)).toEqual(['breaking: another type, string → number'])
  })
})

describe('another form', () => {
  it('is breaking', () => {
    expect(changesBetween(always(RECORD, 'form', 'a date'), always(RECORD, 'form', 'a date with a time'))).toEqual([
      'breaking: another form, a date → a date with a time',
    ])
  })

  it.each([
    ['a fraction', 'a whole number'],
    ['text', 'a word'],
    ['text', 'a token'],
    ['text', 'empty'],
    ['a token', 'a token that begins with swift-'],
    ['a token', 'a number in text'],
  ])('is none where whoever could read %s can read %s', (before, now) => {
    expect(changesBetween(always(RECORD, 'form', before), always(RECORD, 'form', now))).toEqual([])
    expect(changesBetween(always(RECORD, 'form', now), always(RECORD, 'form', before))).toHaveLength(1)
  })

  it('is none where what is counted has come to a whole number by chance, whose reads of one day show one sum', () => {
    const whole = (where: Where) => always(where, 'form', 'a whole number')
    const parts = (where: Where) => always(where, 'form', 'a fraction')
    const load: Where = { endpoint: 'GET /capacity', status: 200, pointer: '/load' }
    expect(changesBetween(whole(USAGE), parts(USAGE))).toEqual([])
    expect(changesBetween(whole(load), parts(load))).toEqual([])
    expect(changesBetween(whole(RECORD), parts(RECORD))).toHaveLength(1)
  })
})
