import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeBodyText } from '../../spec/oracle.ts'
import { BIT_DEPTHS, FIELDS, RESOLUTIONS } from '../../spec/words.ts'
import { coverPairs, coverValues, fewestRows, pairsOf } from './covering.ts'
import type { Means } from './means.ts'
import { MEANS } from './means-for-tests.ts'
import { type OrderBook, orderBook } from './order-book.ts'
import { bodyOf } from './trait.ts'

const means: Means = MEANS
const context = { aliases: means.aliases, images: [means.imageUrl!] }

type Body = Record<string, unknown>

/** What a server may tell apart, from the law alone: left out, each word, each end, and something between. */
const KINDS: Record<string, { kinds: readonly string[]; kindOf(body: Body): string }> = {
  model: { kinds: ['first', 'other'], kindOf: ({ model }) => (model === means.alias ? 'first' : 'other') },
  input: { kinds: ['prompt', 'image_url'], kindOf: (body) => ('prompt' in body ? 'prompt' : 'image_url') },
  resolution: { kinds: ['none', ...RESOLUTIONS], kindOf: ({ resolution = 'none' }) => String(resolution) },
  duration: {
    kinds: ['none', 'least', 'most', 'between'],
    kindOf: ({ duration }) => kindIn(FIELDS.duration, duration),
  },
  fps: { kinds: ['none', 'least', 'most', 'between'], kindOf: ({ fps }) => kindIn(FIELDS.fps, fps) },
  ratio: {
    kinds: ['none', 'default', 'upright', 'other'],
    kindOf: ({ ratio }) => shapeOf(ratio as string | undefined),
  },
  bit_depth: { kinds: ['none', ...BIT_DEPTHS.map(String)], kindOf: ({ bit_depth = 'none' }) => String(bit_depth) },
}
const FIELD_NAMES = Object.keys(KINDS)

function kindIn({ least, most }: { least: number; most: number }, value: unknown): string {
  if (value === undefined) return 'none'
  return value === least ? 'least' : value === most ? 'most' : 'between'
}

function shapeOf(ratio: string | undefined): string {
  if (ratio === undefined) return 'none'
  if (ratio === FIELDS.ratio.default) return 'default'
  return ratio === '9:16' ? 'upright' : 'other'
}

const fieldPairs = FIELD_NAMES.flatMap((one, index) =>
  FIELD_NAMES.slice(index + 1).map((other) => [one, other] as const),
)
const pair = (one: string, kind: string, other: string, otherKind: string) =>
  `${one} ${kind} with ${other} ${otherKind}`

const ALL_PAIRS = fieldPairs.flatMap(([one, other]) =>
  KINDS[one]!.kinds.flatMap((kind) => KINDS[other]!.kinds.map((otherKind) => pair(one, kind, other, otherKind))),
)

const bodiesOf = ({ orders }: OrderBook) => orders.map((order) => JSON.parse(bodyOf(order)) as Body)

function pairsSentIn(bodies: readonly Body[]): string[] {
  const sent = bodies.flatMap((body) =>
    fieldPairs.map(([one, other]) => pair(one, KINDS[one]!.kindOf(body), other, KINDS[other]!.kindOf(body))),
  )
  return [...new Set(sent)]
}

describe('the submissions of a full run', () => {
  const book = orderBook('full', means, { duration: 1 })

  it('hold every pair of accepted values', () => {
    expect(ALL_PAIRS).toHaveLength(262)
    expect(pairsSentIn(bodiesOf(book)).sort()).toEqual([...ALL_PAIRS].sort())
  })

  it('hold all the largest values together', () => {
    const { duration, fps } = FIELDS
    const largest = { resolution: RESOLUTIONS.at(-1), duration: duration.most, fps: fps.most, bit_depth: 10 }
    expect(bodiesOf(book)).toContainEqual(expect.objectContaining(largest))
  })

  it('leave the depth out where the law says what it is then, beside the prompt and the image, upright and not', () => {
    const shown = bodiesOf(book).filter((body) => !('bit_depth' in body))
    for (const resolution of Object.keys(FIELDS.bit_depth.defaultAt)) {
      const shapes = shown.filter((body) => body.resolution === resolution).map(({ ratio }) => shapeOf(ratio as string))
      expect(shapes).toEqual(expect.arrayContaining(['other', 'upright']))
    }
    const inputs = shown
      .filter(({ resolution }) => resolution === '1080p' || resolution === '4k')
      .map(KINDS.input!.kindOf)
    expect(new Set(inputs)).toEqual(new Set(['prompt', 'image_url']))
  })

  it('hold every pair without a second alias and without an image, too', () => {
    const few = orderBook('full', { ...means, aliases: ['swift'], imageUrl: undefined }, { duration: 1 })
    const isMissing = (name: string) => name.includes('model other') || name.includes('input image_url')
    expect(pairsSentIn(bodiesOf(few)).sort()).toEqual(ALL_PAIRS.filter((name) => !isMissing(name)).sort())
  })

  it('are the same in every run', () => {
    expect(orderBook('full', means, { duration: 1 }).orders.map(bodyOf)).toEqual(book.orders.map(bodyOf))
  })
})

const MANY_MEANS: [what: string, Means][] = [
  ['with everything', means],
  ['with one alias', { ...means, aliases: ['swift'] }],
  ['with twenty aliases', { ...means, aliases: ['swift', ...Array.from({ length: 19 }, (_, n) => `alias-${n}`)] }],
  ['without an image', { ...means, imageUrl: undefined }],
  ['without another key', { ...means, sameAccountKey: false }],
  ['up to 1080p', { ...means, maxResolution: '1080p' }],
  ['of 480p alone', { ...means, maxResolution: '480p' }],
  ['of up to 4 seconds', { ...means, maxDuration: 4 }],
  ['of a second', { ...means, maxDuration: 1 }],
]

describe.each(MANY_MEANS)('submissions %s', (_, own) => {
  const bodies = (['standard', 'full'] as const).map((profile) => ({
    profile,
    texts: orderBook(profile, own, { duration: 1 }).orders.map(bodyOf),
  }))

  it.each(bodies)('are bodies that the law accepts ($profile)', ({ texts }) => {
    const refused = texts.filter(
      (text) => judgeBodyText(text, { ...context, aliases: own.aliases }).verdict !== 'accept',
    )
    expect(texts.length).toBeGreaterThanOrEqual(3)
    expect(refused).toEqual([])
  })

  it.each(bodies)('are different from each other ($profile)', ({ texts }) => {
    const read = texts.map((text) => JSON.stringify(Object.entries(JSON.parse(text)).sort()))
    expect(new Set(read).size).toBe(texts.length)
  })
})

/** The pairs of all values, by number: as many loops as it takes. */
function everyPairOf(sizes: readonly number[]): Set<string> {
  const pairs = new Set<string>()
  for (const [a, ofA] of sizes.entries())
    for (const [b, ofB] of sizes.entries())
      for (let x = 0; a < b && x < ofA; x++) for (let y = 0; y < ofB; y++) pairs.add(`${a}=${x} ${b}=${y}`)
  return pairs
}

const manySizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 5 })

describe('a covering array', () => {
  it('holds every pair, whatever the sizes, and no value beyond them', () => {
    fc.assert(
      fc.property(manySizes, (sizes) => {
        const rows = coverPairs(sizes)
        const missing = everyPairOf(sizes)
        for (const row of rows)
          for (const [a, x] of row.entries()) for (const [b, y] of row.entries()) missing.delete(`${a}=${x} ${b}=${y}`)
        expect([...missing]).toEqual([])
        for (const row of rows) expect(row.every((value, at) => value >= 0 && value < sizes[at]!)).toBe(true)
        expect(rows.length).toBeGreaterThanOrEqual(fewestRows(sizes))
      }),
      { numRuns: 40, seed: 1 },
    )
  })

  it('of two parameters is no longer than it has to be', () => {
    expect(coverPairs([3, 4])).toHaveLength(12)
    expect(new Set(coverPairs([3, 4]).flatMap(pairsOf)).size).toBe(12)
  })

  it('begins with the rows that were asked for, and has none twice', () => {
    const rows = coverPairs([3, 3, 3, 2], [[2, 2, 2, 1]])
    expect(rows[0]).toEqual([2, 2, 2, 1])
    expect(new Set(rows.map(String)).size).toBe(rows.length)
  })

  it('needs as many rows as its two largest parameters have pairs', () => {
    expect(fewestRows([2, 2, 6, 4, 4, 4, 3])).toBe(24)
    expect(fewestRows([4, 6])).toBe(24)
    expect(fewestRows([5])).toBe(5)
  })
})

describe('rows that hold every value', () => {
  it('are no more than the largest parameter has values', () => {
    fc.assert(
      fc.property(manySizes, (sizes) => {
        const rows = coverValues(
          sizes,
          [],
          sizes.map(() => 0),
        )
        for (const [at, size] of sizes.entries()) expect(new Set(rows.map((row) => row[at])).size).toBe(size)
        expect(rows.length).toBe(Math.max(...sizes))
      }),
      { numRuns: 100, seed: 1 },
    )
  })

  it('spare what the rows have that there are already', () => {
    const rows = coverValues([3, 2], [[1, 1]], [0, 0])
    expect(rows).toHaveLength(3)
    expect(rows[0]).toEqual([1, 1])
    expect(new Set(rows.map(([first]) => first)).size).toBe(3)
    expect(new Set(rows.map(([, second]) => second)).size).toBe(2)
  })
})

it('stand beside what is plain, once nothing of a parameter is missing: last of every third one, and first of the others', () => {
  expect(coverValues([2, 4, 3, 2], [[0, 0, 0, 0]], [0, 0, 0, 0]).slice(1)).toEqual([
    [1, 1, 0, 1],
    [0, 2, 1, 0],
    [0, 3, 2, 0],
  ])
})

it('the pairs of a row are those of all its places', () => {
  expect(pairsOf([7, 8, 9])).toEqual(['0.7 1.8', '0.7 2.9', '1.8 2.9'])
})
