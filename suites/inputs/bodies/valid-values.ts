import fc from 'fast-check'
import { BIT_DEPTHS, FIELDS, type FieldName, RESOLUTIONS } from '../../../spec/words.ts'

/** Valid values of a range; its ends and their neighbours are more frequent. */
const inRange = ({ least, most }: { least: number; most: number }) =>
  fc.oneof(
    fc.constantFrom(least, most),
    fc.constantFrom(least + 1, most - 1),
    fc.integer({ min: least, max: most }),
    fc.integer({ min: least * 4, max: most * 4 }).map((quarters) => quarters / 4),
  )

/** From 1:4 to 4:1, reduced or not. */
const ordinaryRatio = fc
  .tuple(fc.integer({ min: 1, max: 32 }), fc.integer({ min: 1, max: 32 }))
  .filter(([width, height]) => width <= height * 4 && height <= width * 4)
  .map(([width, height]) => `${width}:${height}`)

const OPTIONAL = {
  resolution: fc.constantFrom(...RESOLUTIONS),
  duration: inRange(FIELDS.duration),
  fps: inRange(FIELDS.fps),
  ratio: fc.oneof(
    fc.constantFrom(FIELDS.ratio.default, '9:16', '1:1', '4:1', '1:4', '21:9', '1920:1080'),
    ordinaryRatio,
  ),
  bit_depth: fc.constantFrom(...BIT_DEPTHS),
} as const satisfies Partial<Record<FieldName, fc.Arbitrary<string | number>>>

export type Fields = Record<string, unknown>

/** Other fields for a body: none, one, several or all. */
export function otherFieldsWithout(field: string): fc.Arbitrary<Fields> {
  const others = Object.entries(OPTIONAL).filter(([name]) => name !== field)
  return fc
    .oneof(fc.constant([]), fc.constantFrom(...others.map((each) => [each])), fc.subarray(others, { minLength: 2 }))
    .chain((chosen) => fc.record(Object.fromEntries(chosen)))
}

/** Valid fields next to a wrong one, one set at a time: a server may check a field only if certain others are present. */
export type OtherFields = { what: string; fields: Fields; without?: FieldName }

const beside = (field: FieldName, values: readonly unknown[]): OtherFields[] =>
  values.map((value) => ({ what: `${field} ${JSON.stringify(value)}`, fields: { [field]: value } }))

/** The last alias and some before it: models may have rules of their own. */
const ALIASES = 3
const othersAmong = (aliases: readonly string[]) => aliases.slice(1).slice(-ALIASES)

export function otherFieldSets({
  aliases,
  imageUrl,
}: {
  aliases: readonly string[]
  imageUrl?: string
}): OtherFields[] {
  const { duration, fps, ratio } = FIELDS
  const largest = { resolution: RESOLUTIONS.at(-1), duration: duration.most, fps: fps.most, bit_depth: 10 }
  return [
    { what: 'nothing else', fields: {} },
    ...beside('resolution', RESOLUTIONS),
    ...beside('duration', [duration.least, 2.5, duration.most]),
    ...beside('fps', [fps.least, fps.most]),
    ...beside('ratio', [ratio.default, '9:16', '1:1']),
    ...beside('bit_depth', BIT_DEPTHS),
    { what: 'all maximum values', fields: largest },
    ...beside('model', othersAmong(aliases)),
    ...beside('prompt', ['A long take. '.repeat(60).trim()]),
    ...beside('resolution', [null]),
    { what: 'an unknown field', fields: { gatecheck: true } },
    ...(imageUrl === undefined
      ? []
      : [
          { what: 'an image instead of a prompt', fields: { image_url: imageUrl }, without: 'prompt' as const },
          { what: 'an image and a prompt', fields: { image_url: imageUrl } },
          {
            what: 'an image and all maximum values',
            fields: { image_url: imageUrl, ...largest },
            without: 'prompt' as const,
          },
        ]),
  ]
}
