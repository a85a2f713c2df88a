import { describe, expect, it } from 'vitest'
import { configure, PROFILES } from '../../engine/config/configuration.ts'
import { targetOf } from '../../engine/config/target.ts'
import { judgeBodyText } from '../../spec/oracle.ts'
import { BIT_DEPTHS, FIELDS, RESOLUTIONS } from '../../spec/words.ts'
import { type Combinations, cheapest, combine } from './combinations.ts'
import { fewestRows } from './covering.ts'
import { COMBINED } from './submit.ts'
import { bodyOf, type Combination, type Inputs } from './values.ts'

const everything: Inputs = {
  aliases: ['swift', 'studio'],
  alias: 'swift',
  imageUrl: 'https://images.test/lighthouse.png',
  failingPrompt: 'A video that cannot be made',
  sameAccountKey: true,
  prompt: 'A paper boat.',
}
const many: Inputs = { ...everything, aliases: ['swift', ...Array.from({ length: 60 }, (_, n) => `alias-${n}`)] }
const context = { aliases: everything.aliases, images: [everything.imageUrl!] }

type Body = Record<string, unknown>

/** Kinds of values, from the specification alone: missing, each word, each end of a range, and values between. */
const KINDS: Record<string, { kinds: readonly string[]; kindOf(body: Body): string }> = {
  model: { kinds: ['first', 'other'], kindOf: ({ model }) => (model === everything.alias ? 'first' : 'other') },
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

const bodiesOf = ({ all }: Combinations) => all.map((each) => JSON.parse(bodyOf(each)) as Body)

function pairsSentIn(bodies: readonly Body[]): string[] {
  const sent = bodies.flatMap((body) =>
    fieldPairs.map(([one, other]) => pair(one, KINDS[one]!.kindOf(body), other, KINDS[other]!.kindOf(body))),
  )
  return [...new Set(sent)]
}

describe('the submissions of a full run', () => {
  const full = combine('full', everything, { duration: 1 })

  it('contain every pair of accepted values', () => {
    expect(ALL_PAIRS).toHaveLength(262)
    expect(pairsSentIn(bodiesOf(full)).sort()).toEqual([...ALL_PAIRS].sort())
  })

  it('contain all maxima together', () => {
    const { duration, fps } = FIELDS
    const largest = { resolution: RESOLUTIONS.at(-1), duration: duration.most, fps: fps.most, bit_depth: 10 }
    expect(bodiesOf(full)).toContainEqual(expect.objectContaining(largest))
  })
})

const GIVEN: [what: string, Inputs][] = [
  ['with everything', everything],
  ['with sixty aliases', many],
  ['with one alias', { ...everything, aliases: ['swift'] }],
  ['without an image', { ...everything, imageUrl: undefined }],
  ['without another key', { ...everything, sameAccountKey: false }],
  ['up to 1080p', { ...everything, maxResolution: '1080p' }],
  ['of 480p alone', { ...everything, maxResolution: '480p' }],
  ['of up to 4 seconds', { ...everything, maxDuration: 4 }],
  ['of a second', { ...everything, maxDuration: 1 }],
]

describe.each(GIVEN)('submissions %s', (_, own) => {
  const bodies = (['standard', 'full'] as const).map((profile) => ({
    profile,
    texts: combine(profile, own, { duration: 1 }).all.map(bodyOf),
  }))

  it.each(bodies)('are valid bodies ($profile)', ({ texts }) => {
    const refused = texts.filter(
      (text) => judgeBodyText(text, { ...context, aliases: own.aliases }).verdict !== 'accept',
    )
    expect(texts.length).toBeGreaterThanOrEqual(3)
    expect(refused).toEqual([])
  })
})

describe('a full run', () => {
  it.each([
    ['everything', everything],
    ['sixty aliases', many],
    ['little', { ...everything, aliases: ['swift'], imageUrl: undefined, maxResolution: '480p', maxDuration: 1 }],
  ])('with %s submits at most three tenths more than its pairs need', (_, own) => {
    const { classes, all } = combine('full', own, { duration: 1 })
    const fewest = fewestRows(classes.map((choices) => choices.length))
    expect(all.length).toBeLessThanOrEqual(fewest * 1.3)
    expect(all.length).toBeGreaterThanOrEqual(fewest)
  })
})

describe('a standard run', () => {
  const standard = combine('standard', everything, { duration: 1 })

  it('submits every class in seven combinations, beside the plainest and the cheapest', () => {
    expect(standard.all).toHaveLength(7)
    const all = [standard.base, cheapest(standard), ...standard.all]
    for (const { name, forms, place } of standard.classes.flat()) {
      const isIn = ({ [place]: value }: Combination) => (value ? forms.includes(value) : forms.length === 0)
      expect(all.some(isIn), name).toBe(true)
    }
  })

  it('begins with all maxima', () => {
    expect(bodiesOf(standard)[0]).toMatchObject({
      resolution: RESOLUTIONS.at(-1),
      duration: FIELDS.duration.most,
      fps: FIELDS.fps.most,
      bit_depth: 10,
    })
  })
})

describe('limits of the user', () => {
  it.each(['standard', 'full'] as const)('exclude larger and longer videos (%s)', (profile) => {
    const careful = combine(profile, { ...everything, maxResolution: '720p', maxDuration: 4 }, { duration: 1 })
    for (const body of bodiesOf(careful)) {
      expect(['480p', '720p']).toContain(body.resolution ?? '480p')
      expect(body.duration ?? FIELDS.duration.default).toBeLessThanOrEqual(4)
    }
  })
})

describe.each(PROFILES.slice(1))('the announced maximum for the profile %s', (profile) => {
  const configuration = configure({ profile, seed: 1, imageUrl: everything.imageUrl }, true)
  const input = { target: targetOf('https://server.test/v1'), configuration, keys: [], lengthOf: () => 20, jobs: 1 }
  const { requests, jobs = 0, videoSeconds = 0 } = COMBINED.max(input)

  it.each([everything, many])('covers the submissions', (own) => {
    const { all } = combine(profile, own, { duration: 1 })
    const seconds = all.reduce((sum, { duration }) => sum + (duration?.seconds ?? FIELDS.duration.default), 0)
    expect(jobs).toBeGreaterThanOrEqual(all.length)
    expect(requests).toBeGreaterThanOrEqual(all.length)
    expect(videoSeconds).toBeGreaterThanOrEqual(seconds)
  })
})
