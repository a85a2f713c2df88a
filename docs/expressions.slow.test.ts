import { describe, expect, it } from 'vitest'
import { buildersIn, madeAtOnce } from './built-expressions.ts'
import { type Expression, expressionsIn, productFiles } from './expressions.ts'

/** Exponential time shows here already, and longer texts would never end. */
const EXPONENTIAL = { length: 22, ms: 10 }
/** A short text shows which expressions are suspicious; two lengths show how the time grows. */
const SUSPICIOUS = { length: 2000, ms: 0.1 }
const [FEW, TIMES] = [4000, 5]
/** Below this the clock is too coarse. */
const MEASURABLE_MS = 12
/** Five short texts against one of five times the length: 1 in linear time, 5 in quadratic time. */
const MOST_GROWTH = 2.4

const USUAL = [' ', 'a', '0', '-', '_', '.', '/', '\n']

/** What the expression may match repeatedly: its own characters and words, alone and in pairs. */
function piecesOf({ source }: Pick<Expression, 'source'>): string[] {
  const words = [...source.matchAll(/[A-Za-z0-9 <>_=:"'{}-]{2,}/g)].map(([word]) => word)
  const own = [...source].filter((character) => !'()|*+?^$'.includes(character))
  const pairs = own.flatMap((one) => ['a', ' '].map((other) => one + other))
  return [...new Set([...USUAL, ...own, ...words, ...words.flatMap((word) => [`${word} `, `${word}a`]), ...pairs])]
}

/** CPU time of this thread, since other processes may keep the machine busy. Its clock may tick every 4 ms only. */
function cpuMsOf(work: () => unknown): number {
  const begun = process.threadCpuUsage()
  work()
  return process.threadCpuUsage(begun).user / 1000
}

function msOf(work: () => unknown): number {
  const begun = performance.now()
  work()
  return performance.now() - begun
}

/** A text that takes the expression quadratic time or longer: one repeated piece, and an end that prevents a match. */
function attackOn({ source, flags }: Omit<Expression, 'file'>): string | undefined {
  // Without a quantifier that has no upper bound, a match takes time that the text cannot lengthen.
  if (!/[*+]|\{\d+,\}/.test(source)) return undefined
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  const pieces = piecesOf({ source })
  const [word = ''] = pieces.slice(USUAL.length).filter((each) => each.length > 2)
  for (const beginning of new Set(['', word])) {
    for (const piece of pieces) {
      const attack = (length: number) => `${beginning}${piece.repeat(length / piece.length)}\u0001`
      const match = (length: number, times = 1) => {
        const text = attack(length)
        for (let nth = 0; nth < times; nth++) text.replace(expression, '')
      }
      // Twice, since one slow measurement may be chance.
      const isSlow = ({ length, ms }: { length: number; ms: number }) =>
        [1, 2].every(() => msOf(() => match(length)) > ms)
      const isExponential = () => cpuMsOf(() => match(EXPONENTIAL.length)) > EXPONENTIAL.ms
      const grows = () => {
        const long = cpuMsOf(() => match(FEW * TIMES))
        return long > MEASURABLE_MS && long > MOST_GROWTH * cpuMsOf(() => match(FEW, TIMES))
      }
      if (isSlow(EXPONENTIAL) && isExponential()) return attack(EXPONENTIAL.length)
      if (isSlow(SUSPICIOUS) && grows() && grows()) return `${beginning}${piece}${piece}…`
    }
  }
  return undefined
}

/** These build expressions from constants of their own, when they are called. */
const BUILT_LATER = ['spec/openapi/answer-fits.ts', 'engine/pact/conformance/question.ts']

const files = productFiles()
const builders = buildersIn(files)
const atOnce = madeAtOnce([...new Set(builders.map(({ file }) => file))])

describe('regular expressions of the product', () => {
  it('are built while their module is loaded, so that no foreign text gets into one', () => {
    const later = builders.filter(
      (builder) => !atOnce.some(({ file, line }) => file === builder.file && line === builder.line),
    )
    expect([...new Set(later.map(({ file }) => file))].toSorted()).toEqual(BUILT_LATER.toSorted())
  })

  it('take linear time', () => {
    const all = Map.groupBy([...expressionsIn(files), ...atOnce], ({ source, flags }) => `/${source}/${flags}`)
    expect(all.size).toBeGreaterThan(400)
    const slow = [...all].flatMap(([name, [first]]) => {
      const attack = attackOn(first!)
      return attack === undefined ? [] : [`${first!.file}: ${name} on ${JSON.stringify(attack)}`]
    })
    expect(slow, 'limit the repetition, or anchor the expression').toEqual([])
  })
})
