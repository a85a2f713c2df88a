import { describe, expect, it } from 'vitest'
import { judgeBodyText } from '../../spec/oracle.ts'
import { BIT_DEPTHS, FIELDS, RESOLUTIONS } from '../../spec/words.ts'
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
})
