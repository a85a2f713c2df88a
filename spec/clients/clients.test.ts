import { describe, expect, it } from 'vitest'
import { CLAUSES } from '../clauses.ts'
import { specDigest } from '../digest.ts'
import { LAW } from '../law.ts'
import { OPEN_POINTS } from '../open-points.ts'
import { CLIENT_CLAUSES, clientClause, isClientClauseId } from './clauses.ts'
import { clientLawDigest } from './digest.ts'
import { CLIENT_EXPLANATIONS, clientExplanation } from './explanations.ts'
import { CLIENT_OPEN_POINTS, clientOpenPoint } from './open-points.ts'

const WORDS = /^client\.[a-z]+(?:-[a-z0-9]+)*$/
const SECTION = /^§\d+(?:\.\d+)?$/
const SEVERAL_SENTENCES = /[.!?]\s+[A-Z]/
const PLAIN = /^[\x20-\x7E]+$/
const FULL_SENTENCE = /^[A-Z].*[^.]\.$/
const LENGTH = { least: 60, most: 320 }

const everything = [...CLIENT_CLAUSES, ...CLIENT_OPEN_POINTS]
const sentencesOf = (text: string) => text.split(/(?<=[.!?]) +(?=[A-Z0-9])/)

describe('what binds clients', () => {
  it.each(everything)('$id is named by words, and names its section', ({ id, section }) => {
    expect(id).toMatch(WORDS)
    expect(section).toMatch(SECTION)
  })

  it('shares no id with anything', () => {
    const ids = [...everything, ...CLAUSES, ...OPEN_POINTS].map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  it.each(CLIENT_CLAUSES)('$id is one sentence with a full stop', ({ rule }) => {
    expect(rule).toMatch(FULL_SENTENCE)
    expect(rule).not.toMatch(SEVERAL_SENTENCES)
  })

  it.each(CLIENT_OPEN_POINTS)('$id is one question', ({ question }) => {
    expect(question).toMatch(/^[A-Z].*\?$/)
  })

  it('is found by its id, and nothing else is', () => {
    for (const each of CLIENT_CLAUSES) expect(clientClause(each.id)).toBe(each)
    for (const each of CLIENT_OPEN_POINTS) expect(clientOpenPoint(each.id)).toBe(each)
    expect(CLIENT_CLAUSES.every(({ id }) => isClientClauseId(id))).toBe(true)
    expect(CLAUSES.some(({ id }) => isClientClauseId(id))).toBe(false)
  })

  it('is no part of what binds servers, whose digest stays as it is', () => {
    expect(JSON.stringify(LAW)).not.toContain('client.')
    expect(clientLawDigest()).toMatch(/^[0-9a-f]{64}$/)
    expect(clientLawDigest()).not.toBe(specDigest())
  })
})

describe('the explanations', () => {
  it('stand for each clause and for nothing else', () => {
    expect(Object.keys(CLIENT_EXPLANATIONS).sort()).toEqual(CLIENT_CLAUSES.map(({ id }) => id).sort())
  })

  it('repeat no sentence', () => {
    const sentences = CLIENT_CLAUSES.flatMap(({ id }) => {
      const { judged, harm, remedy } = clientExplanation(id)
      return [judged, harm, remedy].flatMap(sentencesOf)
    })
    expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([])
  })

  it.each(CLIENT_CLAUSES)('$id: full and plain sentences, neither short nor long', ({ id }) => {
    const { judged, harm, remedy } = clientExplanation(id)
    for (const text of [judged, harm, remedy]) {
      expect(text.length, text).toBeGreaterThanOrEqual(LENGTH.least)
      expect(text.length, text).toBeLessThanOrEqual(LENGTH.most)
      expect(text).toMatch(PLAIN)
      for (const sentence of sentencesOf(text)) expect(sentence).toMatch(FULL_SENTENCE)
    }
  })

  it.each(CLIENT_CLAUSES)('$id: a few lines in three languages', ({ id }) => {
    const code = clientExplanation(id).code
    expect(Object.keys(code)).toHaveLength(3)
    for (const lines of Object.values(code)) expect(lines).toMatch(/^.{10,120}(\n.{10,120})?$/)
  })
})
