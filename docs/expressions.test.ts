// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are parts of programs
import { describe, expect, it } from 'vitest'
import { buildersIn, buildersOfTheHouse, MADE_LATER, madeAtOnce, madeLater } from './built-expressions.ts'
import { type Expression, expressionsIn, expressionsOfTheHouse } from './expressions.ts'

/** Few characters are enough to see that an expression is suspicious, and more to see how its time grows. */
const [FEW, MANY] = [8000, 40_000]
/** Five times as much: 5 where each character is looked at so and so often, 25 where it is once more for each other. */
const MOST_GROWTH = 12
const SUSPICIOUS_MS = 2

const USUAL = [' ', 'a', '0', '-', '_', '.', '/', '\n']

/** What it may match over and over: its own characters and words, alone and in pairs. */
function piecesOf({ source }: Pick<Expression, 'source'>): string[] {
  const words = [...source.matchAll(/[A-Za-z0-9 <>_=:"'{}-]{2,}/g)].map(([word]) => word)
  const own = [...source].filter((character) => !'()|*+?^$'.includes(character))
  const pairs = own.flatMap((one) => ['a', ' '].map((other) => one + other))
  return [...new Set([...USUAL, ...own, ...words, ...words.flatMap((word) => [`${word} `, `${word}a`]), ...pairs])]
}

/** Of this thread alone: a machine may be busy with something else. */
function msOf(work: () => unknown): number {
  const begun = process.threadCpuUsage()
  work()
  return process.threadCpuUsage(begun).user / 1000
}

/** A text that makes it slow: pieces of its own, and an end that keeps it from matching. */
function attackOn({ source, flags }: Omit<Expression, 'file'>): string | undefined {
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  const pieces = piecesOf({ source })
  const [word = ''] = pieces.slice(USUAL.length).filter((each) => each.length > 2)
  for (const beginning of new Set(['', word])) {
    for (const piece of pieces) {
      const attack = (length: number) => `${beginning}${piece.repeat(length / piece.length)}\u0001`
      const time = (length: number) => msOf(() => attack(length).replace(expression, ''))
      if (time(FEW) < SUSPICIOUS_MS) continue
      const grows = () => {
        const few = Math.min(...[0, 1, 2].map(() => time(FEW)))
        // Once is enough: what is slower by chance is not so three times in a row.
        return few > SUSPICIOUS_MS / 4 && time(MANY) / few > MOST_GROWTH
      }
      // What one half of a processor does beside the other half is not the same from moment to moment.
      if (grows() && grows() && grows()) return `${beginning}${piece}${piece}…`
    }
  }
  return undefined
}

const builders = buildersOfTheHouse()
const atOnce = madeAtOnce([...new Set(builders.map(({ file }) => file))])
const everything = [...expressionsOfTheHouse(), ...atOnce, ...MADE_LATER.flatMap(madeLater)]
const all = Map.groupBy(everything, ({ source, flags }) => `/${source}/${flags}`)

it('finds the expressions of the house', () => {
  expect(all.size).toBeGreaterThan(200)
})

describe('an expression that is made of a text', () => {
  const isMadeBy = (builder: { file: string; made: string }) => (later: { file: string; made: string }) =>
    later.file === builder.file && later.made === builder.made

  it('is made once and for all when its file is read, or tried with the words that may come', () => {
    const untried = builders.filter(
      (builder) =>
        !atOnce.some(({ file, line }) => file === builder.file && line === builder.line) &&
        !MADE_LATER.some(isMadeBy(builder)),
    )
    expect(untried, 'list it in MADE_LATER in docs/built-expressions.ts, with words that may come there').toEqual([])
  })

  it('is tried as it is made now', () => {
    const gone = MADE_LATER.filter((later) => !builders.some(isMadeBy(later)))
    expect(gone, 'in docs/built-expressions.ts').toEqual([])
  })

  it.each([
    ['const a = new RegExp(`^${b}$`, flags)', ['`^${b}$`, flags']],
    ['const a = RegExp(b)', ['b']],
    [
      "f(new RegExp(list.map((each) => `(${g(each)})`).join('|')), 'x')",
      ["list.map((each) => `(${g(each)})`).join('|')"],
    ],
    ["const a: RegExp = /new RegExp(x)/ // new RegExp(y)\nconst b = 'new RegExp(z)'", []],
  ])('is found in %s', (text, made) => {
    expect(buildersIn(text).map((each) => each.made)).toEqual(made)
  })
})

describe('a text of far too much of the same', () => {
  it.each([...all].map(([name, [first]]) => [name, first!] as const))('does not make %s slow', (_, expression) => {
    expect(
      attackOn(expression),
      `in ${expression.file}: put a bound on it, or let it begin at one place`,
    ).toBeUndefined()
  })

  it.each([
    ['a+b', ''],
    ['\\s+$', ''],
    ['<title[^>]*>', 'i'],
    ['^(?:export\\s+)?([^=]*?)\\s*=', ''],
  ])('makes /%s/%s slow, which is seen', (source, flags) => {
    expect(attackOn({ source, flags })).toBeDefined()
  })
})

describe('what is written between slashes', () => {
  it.each([
    ['const a = /x+/gi', ['x+']],
    ['return /a/.test(b) && !/c/.test(d)', ['a', 'c']],
    ['const half = size / 2 / more! / 3', []],
    [`const text = \`\${list.map((each) => each.replace(/[}]/, '{'))} / 2 / \${a / b}\``, ['[}]']],
    ["const text = '/no/' // nor /this/", []],
    ['from / to', []],
    ['floor(of / many) / 2', []],
    ['for (const each of /a/.exec(text)) {}', ['a']],
    ['[1][0] / f(x) / 3', []],
  ])('is found in %s', (text, sources) => {
    expect(expressionsIn(text).map(({ source }) => source)).toEqual(sources)
  })
})
