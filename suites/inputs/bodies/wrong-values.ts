import { LONGEST_UNEXPECTED } from '../../../engine/http/limits/budget.ts'
import { type ClauseId, clause } from '../../../spec/clauses.ts'
import { BIT_DEPTHS, FIELDS, type FieldName } from '../../../spec/words.ts'
import { asWritten } from '../as-written.ts'
import { withGoodInside, withNumberInside } from './images.ts'

/** `what`: a name, if the value is not clear by itself. */
type Wrong = { value: unknown; what?: string }

/**
 * Wrong values of one field. likely: fixed, and combined with each set of other fields · plain: fixed, and combined with
 * some sets · drawn: random only, combined with each set.
 */
type WrongValues = {
  field: FieldName
  breaks: ClauseId
  likely?: readonly Wrong[]
  plain?: readonly Wrong[]
  drawn?: readonly Wrong[]
}

type Means = { model: string; aliases: readonly string[] }

const each = (...values: readonly unknown[]): Wrong[] => values.map((value) => ({ value }))

export const NO_STRINGS = [5, 0, true, false, [], {}, ['text']]

const TYPES = {
  string: each(...NO_STRINGS),
  number: each('5', '', true, false, [], [5], {}, ...withNumberInside(5).slice(0, 3)),
} as const

/** Less than single precision resolves. */
const HARDLY = 1e-6

/**
 * Just out of range, out by a fraction, and far out once, for servers with a wrong limit or none. Accepted bodies cost
 * money, so no value is larger than needed.
 */
function outside({ least, most }: { least: number; most: number }, far: number) {
  return {
    likely: each(least - 1, least - 0.5, -least, most + 0.5, most + 1, far),
    plain: each(
      ...[least - 0.001, least - HARDLY, -most, most + HARDLY, most + 0.001],
      // For servers that look for digits or a decimal point before they compare the number.
      ...[`${least - 1}.0`, `${most + 1}.0`, `${most + 1}e0`, `${far / 10}E+1`].map(asWritten),
    ),
  }
}

/** As text it is less than 60, and so is its remainder modulo 256. */
export const FAR_DURATION = LONGEST_UNEXPECTED
export const FAR_FPS = 1000

const unlisted = ({ least, most }: { least: number; most: number }, far: number, ...more: number[]) => {
  const { plain, ...others } = outside({ least, most }, far)
  return { ...others, plain: [...plain, ...each(...more)] }
}

/** Spaces and signs next to the numbers may be valid spellings of a ratio. */
const isNoRatio = (text: string) => /none|no |"|#|%/.test(text)

const beside = (...depths: number[]) =>
  each(...depths.filter((depth) => !(BIT_DEPTHS as readonly number[]).includes(depth)))

/** Properties of every object, for servers that look up words in one. */
const OF_EVERY_OBJECT = ['constructor', 'toString', '__proto__']

const otherLetter = (letter = '') => (letter.toLowerCase() === 'q' ? 'z' : 'q')

function nearAliases({ model, aliases: [one, other] }: Means): Omit<WrongValues, 'field' | 'breaks'> {
  const changed = (what: string, value: string): Wrong => ({ value, what: `a listed alias with ${what}` })
  return {
    likely: [
      ...each('', 'no-such-model'),
      changed('a letter appended', `${model}q`),
      changed('its last letter missing', model.slice(0, -1)),
    ],
    plain: [
      ...each('gatecheck/no-such-model-1', ...OF_EVERY_OBJECT),
      changed('a word prepended', `no-${model}`),
      changed('its first letter missing', model.slice(1)),
      changed('its last letter changed', model.slice(0, -1) + otherLetter(model.at(-1))),
      changed('its first letter changed', otherLetter(model[0]) + model.slice(1)),
      ...withGoodInside(model).map((value) => changed(`more around or inside it, ${JSON.stringify(value)}`, value)),
    ],
    // Two valid aliases in one string.
    drawn: other === undefined ? [] : each(`${one},${other}`),
  }
}

/** Plausible wrong values of people and programs, by field. */
export function wrongValues(means: Means): WrongValues[] {
  const types = (Object.keys(FIELDS) as FieldName[])
    .filter((field) => field !== 'image_url')
    .map((field): WrongValues => ({ field, breaks: 'submission.types-checked', plain: TYPES[FIELDS[field].type] }))
  const drawnTypes = (field: FieldName, ...values: unknown[]): WrongValues => ({
    field,
    breaks: 'submission.types-checked',
    drawn: each(...values),
  })
  return [
    { field: 'model', breaks: 'submission.model-required', likely: each(null) },
    { field: 'model', breaks: 'submission.model-listed', ...nearAliases(means) },
    drawnTypes('model', [means.model], { id: means.model }),
    { field: 'prompt', breaks: 'submission.prompt-or-image-required', likely: each(null) },
    { field: 'prompt', breaks: 'submission.empty-prompt-refused', likely: each('') },
    drawnTypes('prompt', ['A paper boat.'], { text: 'A paper boat.' }),
    {
      field: 'resolution',
      breaks: 'submission.resolution-listed',
      likely: each('360p', '1440p', '2160p', '8k', '1080', '1080i', '1920x1080', 'hd', ''),
      plain: each(
        '481p',
        '4kk',
        'p720',
        '480',
        '854x480',
        '16:9',
        'uhd',
        'default',
        ...OF_EVERY_OBJECT,
        ...withGoodInside('1080p'),
      ),
      drawn: each('540p', ...withGoodInside('4k')),
    },
    drawnTypes('resolution', ['720p'], 1080),
    { field: 'duration', breaks: 'submission.duration-in-range', ...outside(FIELDS.duration, FAR_DURATION) },
    drawnTypes('duration', '60', '1', ...withNumberInside(5)),
    { field: 'fps', breaks: 'submission.fps-in-range', ...unlisted(FIELDS.fps, FAR_FPS, 144, 144.5, 200, 240) },
    drawnTypes('fps', [24], '24', '60', ...withNumberInside(24)),
    {
      field: 'bit_depth',
      breaks: 'submission.bit-depth-listed',
      likely: beside(0, 9, 12, 16, 8.5, -8),
      plain: [...beside(1, 7, 11, 80), ...each(asWritten('9.0'), asWritten('1.2e1'))],
      drawn: beside(32, 24, 10.5, -10),
    },
    drawnTypes('bit_depth', ...BIT_DEPTHS.flatMap((depth) => [String(depth), [depth]])),
    {
      field: 'ratio',
      breaks: 'submission.ratio-form',
      likely: each('16x9', '16/9', '16-9', '16:', ':9', '16:9:1', 'a:b', 'wide', ''),
      plain: each('16', '1.78', ':', ...withGoodInside('16:9').filter(isNoRatio)),
      drawn: each('auto'),
    },
    drawnTypes('ratio', ['16:9'], [16, 9], 1.78),
    {
      field: 'ratio',
      breaks: 'submission.ratio-parts-positive',
      likely: each('0:9', '16:0', '-16:9'),
      plain: each('0:0', '16:-9'),
      drawn: each('-16:-9'),
    },
    ...types,
  ]
}

/** A mistake in one field. The oracle decides which clause it violates, if any. */
export type LikelyMistake = {
  field: FieldName
  instead: { value: unknown } | 'nothing'
  /** Values that the same rule refuses: a server without the rule misses all of a kind. */
  kind: string
  isOfMust: boolean
  /** Just outside the range: a server with a wrong limit accepts this one, and refuses values far outside. */
  isNear?: true
  seldom?: true
}

/** Wrong or missing values of each field. */
export function likelyMistakes(means: Means): LikelyMistake[] {
  const values = wrongValues(means)
  const fields = (Object.keys(FIELDS) as FieldName[]).filter((field) => values.some((each) => each.field === field))
  return fields.flatMap((field): LikelyMistake[] => {
    const own = values
      .filter((each) => each.field === field)
      .map(({ breaks, likely = [], drawn = [], plain = [] }) => {
        const said = ({ value }: { value: unknown }) => ({ ...kindOf(field, breaks, value), field, instead: { value } })
        return { often: [...likely, ...drawn].map(said), seldom: plain.map(said) }
      })
    return [
      // For optional fields this is no mistake; the oracle decides.
      { field, instead: 'nothing', kind: `${field} missing`, isOfMust: true },
      ...own.flatMap(({ often }) => often),
      ...own.flatMap(({ seldom }) => seldom.map((each) => ({ ...each, seldom: true as const }))),
    ]
  })
}

const NEAR = 1

/** Each end of a range is a rule of its own. */
function kindOf(
  field: FieldName,
  breaks: ClauseId,
  value: unknown,
): Pick<LikelyMistake, 'kind' | 'isOfMust' | 'isNear'> {
  const kind = `${field} ${breaks}`
  const isOfMust = clause(breaks).level === 'must'
  const range = FIELDS[field]
  const number = Number(JSON.stringify(value))
  if (!('most' in range) || (number >= range.least && number <= range.most) || Number.isNaN(number))
    return { kind, isOfMust }
  const { least, most } = range
  const beyond = number < least ? least - number : number - most
  return { kind: `${kind} ${number < least ? 'below' : 'above'}`, isOfMust, ...(beyond <= NEAR && { isNear: true }) }
}
