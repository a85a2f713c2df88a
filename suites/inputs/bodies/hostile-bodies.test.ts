import { expect, it } from 'vitest'
import { judgeBodyText } from '../../../spec/oracle.ts'
import { type HostileBody, hostileBodies } from './hostile-bodies.ts'

const aliases = ['swift', 'studio']
const material = { accepted: { model: 'swift', prompt: 'A paper boat.' }, aliases }
const first = (many: number, seed: number): HostileBody[] => [...hostileBodies(material, seed).take(many)]
const bodies = first(600, 7)

it('are refused by the specification for the named clause, and depend on the seed alone', () => {
  for (const { text, breaks } of bodies) {
    const { verdict, orJobFails, reasons } = judgeBodyText(text, { aliases })
    expect([verdict, orJobFails ?? false]).toEqual(['refuse', false])
    expect(reasons.filter((reason) => reason.verdict === 'refuse').map(({ by }) => by)).toEqual([breaks])
  }
  expect(first(100, 7)).toEqual(bodies.slice(0, 100))
})

it('have one byte per character if they are sent as bytes', () => {
  const inBytes = bodies.filter(({ bytes }) => bytes)
  expect(inBytes.length).toBeGreaterThan(10)
  for (const { text } of inBytes) expect([...text].every((each) => each.codePointAt(0)! < 256)).toBe(true)
})

it.each([
  ['huge exponents', /:-?1[eE]\+?\d{3,}/],
  ['lone surrogates', /\\ud8|\\udc/],
  ['NUL', /\\u0000/],
  ['deep lists', /\[{50}/],
  ['deep objects', /(\{"a":){50}/],
  ['long lists', /\[(\{\},){99}/],
  ['long names', /n{1000}":/],
  ['__proto__', /"__proto__":/],
  ['white space', /[ \t\n]{50}/],
])('contain %s', (_, form) => {
  expect(bodies.some(({ text }) => form.test(text))).toBe(true)
})
