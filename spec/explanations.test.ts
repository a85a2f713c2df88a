import { describe, expect, it } from 'vitest'
import type { Explanation } from './clause.ts'
import { CLAUSES, clause } from './clauses.ts'
import { EXPLANATIONS, explanation } from './explanations.ts'

const LENGTH = { least: 60, most: 320 }
const PLAIN = /^[\x20-\x7E§–—‘’“”]+$/
const MARKDOWN = /[`*#]|__|\]\(/
const FULL_SENTENCE = /^[A-Z].*[^.]\.$/
const ALIKE = 0.5

const ids = CLAUSES.map(({ id }) => id)
const textsOf = (each: Explanation) => Object.values(each)
const sentencesOf = (text: string) => text.split(/(?<=[.!?]) +(?=[A-Z0-9])/)
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[a-z0-9_]+/g))

/** The share of their words that two texts have in common. */
function likeness(one: string, other: string): number {
  const [words, others] = [wordsOf(one), wordsOf(other)]
  const common = [...words].filter((word) => others.has(word)).length
  return common / (words.size + others.size - common)
}

describe('the explanations', () => {
  it('stand for each clause and for nothing else', () => {
    expect(Object.keys(EXPLANATIONS).sort()).toEqual([...ids].sort())
  })

  it('repeat no sentence', () => {
    const sentences = ids.flatMap((id) => textsOf(explanation(id)).flatMap(sentencesOf))
    expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([])
  })
})

describe.each(ids)('the explanation of %s', (id) => {
  const texts = textsOf(explanation(id))

  it('is neither short nor long', () => {
    for (const text of texts) {
      expect(text.length, text).toBeGreaterThanOrEqual(LENGTH.least)
      expect(text.length, text).toBeLessThanOrEqual(LENGTH.most)
    }
  })

  it('is made of full sentences', () => {
    for (const sentence of texts.flatMap(sentencesOf)) expect(sentence).toMatch(FULL_SENTENCE)
  })

  it('is plain text', () => {
    for (const text of texts) {
      expect(text).toMatch(PLAIN)
      expect(text).not.toMatch(MARKDOWN)
      expect(text).not.toContain('  ')
    }
  })

  it('does not tell the rule again', () => {
    for (const text of texts) expect(likeness(text, clause(id).rule), text).toBeLessThan(ALIKE)
  })
})

describe('likeness', () => {
  it('finds a rule that is told again in nearly the same words', () => {
    const rule = 'A good key under another scheme than Bearer is answered 401.'
    expect(likeness('A good key behind another scheme than Bearer is answered with 401.', rule)).toBeGreaterThan(ALIKE)
  })
})
