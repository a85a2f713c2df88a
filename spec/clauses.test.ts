import { describe, expect, it } from 'vitest'
import { CLAUSES, clause, isClauseId } from './clauses.ts'
import { OPEN_POINTS, openPoint } from './open-points.ts'

const SUBJECT_AND_WORDS = /^[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z0-9]+)*$/
const SECTION = /^§\d+(?:\.\d+)?$/
const SEVERAL_SENTENCES = /[.!?]\s+[A-Z]/

const everything = [...CLAUSES, ...OPEN_POINTS]

describe('clauses and open points', () => {
  it.each(everything)('$id is named by a subject and words', ({ id }) => {
    expect(id).toMatch(SUBJECT_AND_WORDS)
  })

  it.each(everything)('$id names its section of the law', ({ section }) => {
    expect(section).toMatch(SECTION)
  })

  it('share no id, neither among themselves nor with each other', () => {
    const ids = everything.map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })
})

describe('a clause', () => {
  it.each(CLAUSES)('$id has a level', ({ level }) => {
    expect(['must', 'should']).toContain(level)
  })

  it.each(CLAUSES)('$id is one sentence with a full stop', ({ rule }) => {
    expect(rule).toMatch(/^[A-Z].*[^.]\.$/)
    expect(rule).not.toMatch(SEVERAL_SENTENCES)
  })

  it('is found by its id, and nothing else is', () => {
    for (const each of CLAUSES) expect(clause(each.id)).toBe(each)
    expect(CLAUSES.every(({ id }) => isClauseId(id))).toBe(true)
    expect(OPEN_POINTS.some(({ id }) => isClauseId(id))).toBe(false)
  })
})

describe('an open point', () => {
  it.each(OPEN_POINTS)('$id is one question', ({ question }) => {
    expect(question).toMatch(/^[A-Z].*\?$/)
    expect(question).not.toMatch(SEVERAL_SENTENCES)
  })

  it('is found by its id', () => {
    for (const each of OPEN_POINTS) expect(openPoint(each.id)).toBe(each)
  })
})
