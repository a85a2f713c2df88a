import type { ClauseId } from '../../spec/clauses.ts'
import { BIT_DEPTHS, FIELDS, RESOLUTIONS } from '../../spec/words.ts'
import { inputs } from './inputs.ts'
import type { Class, Means } from './means.ts'
import { escapedValue, field, inEscapes, type Place, type Trait } from './trait.ts'

const WHOLE: ClauseId = 'submission.number-spellings-accepted'
const SPELLING: ClauseId = 'submission.string-spellings-accepted'
const FRACTION: ClauseId = 'submission.fractions-accepted'

function numbers(place: 'duration' | 'fps', clause: ClauseId, spellings: readonly string[]): Trait[] {
  return spellings.map((json, index) => {
    const how = index === 0 ? clause : json.includes('.') && !isWhole(json) ? FRACTION : WHOLE
    return { ...field(place, place, json, how), ...(place === 'duration' && { seconds: Number(json) }) }
  })
}

const isWhole = (json: string) => Number.isInteger(Number(json))

const INSIDE: ClauseId = 'submission.accepted-with-202'
const ENDS: ClauseId = 'submission.range-ends-accepted'

/** Left out on purpose: the default is as good a value as any. */
export const leftOut = (place: Place): Class => ({ name: `no ${place}`, place, manners: [] })

function resolutions({ maxResolution }: Means): Class[] {
  const last = maxResolution === undefined ? RESOLUTIONS.length - 1 : RESOLUTIONS.indexOf(maxResolution as never)
  return RESOLUTIONS.slice(0, last + 1).map((word) => ({
    name: word,
    place: 'resolution',
    manners: [
      field('resolution', 'resolution', JSON.stringify(word), 'submission.listed-words-accepted'),
      inEscapes('resolution', word, SPELLING),
      escapedValue('resolution', word, SPELLING),
    ],
  }))
}

function durations({ maxDuration = FIELDS.duration.most }: Means): Class[] {
  const { least, most } = FIELDS.duration
  const all: Class[] = [
    {
      name: 'shortest',
      place: 'duration',
      manners: numbers('duration', ENDS, [`${least}`, `${least}.0`, `${least}e0`]),
    },
    {
      name: 'longest',
      place: 'duration',
      manners: numbers('duration', ENDS, [`${most}`, `${most / 10}e1`, `${most}.0`]),
    },
    {
      name: 'between',
      place: 'duration',
      manners: numbers('duration', INSIDE, ['5', '5.0', '2.5', '5e0', '59.999', '30', '5.00']),
    },
  ]
  return all
    .map((each) => ({ ...each, manners: each.manners.filter(({ seconds = 0 }) => seconds <= maxDuration) }))
    .filter(({ manners }) => manners.length > 0)
}

const frameRates: Class[] = [
  { name: 'slowest', place: 'fps', manners: numbers('fps', ENDS, [`${FIELDS.fps.least}`, '1.0', '10e-1']) },
  { name: 'fastest', place: 'fps', manners: numbers('fps', ENDS, [`${FIELDS.fps.most}`, '12e1', '1.2e2', '120.00']) },
  {
    name: 'between',
    place: 'fps',
    manners: numbers('fps', INSIDE, ['24', '59.94', '24.0', '23.976', '2.4E1', '60e0', '29.97', '240e-1']),
  },
]

const ORDINARY_RATIOS: ClauseId = 'submission.ordinary-ratios-accepted'
const ratio = (text: string) => field('ratio', 'ratio', JSON.stringify(text), ORDINARY_RATIOS)

const ratios: Class[] = [
  {
    name: 'usual',
    place: 'ratio',
    manners: [
      field('ratio', 'ratio', JSON.stringify(FIELDS.ratio.default), INSIDE),
      inEscapes('ratio', FIELDS.ratio.default, SPELLING),
      escapedValue('ratio', FIELDS.ratio.default, SPELLING),
    ],
  },
  {
    name: 'other',
    place: 'ratio',
    manners: ['1:1', '3:4', '4:3', '21:9', '1:4', '1920:1080', '4:1', '239:100', '1080:1920', '2:3'].map(ratio),
  },
  // The one that servers treat in a way of its own stands beside everything.
  { name: 'upright', place: 'ratio', manners: [ratio('9:16')] },
]

const bitDepths: Class[] = BIT_DEPTHS.map((depth) => ({
  name: `${depth} bit`,
  place: 'bit_depth',
  manners: [
    field('bit_depth', 'bit_depth', `${depth}`, 'submission.listed-words-accepted'),
    ...[`${depth}.0`, depth === 10 ? '1e1' : '8e0', depth === 10 ? '1.0E+1' : '80e-1'].map((json) =>
      field('bit_depth', 'bit_depth', json, WHOLE),
    ),
  ],
}))

export const OTHER_MODEL = 'another model'

function models({ aliases, alias }: Means): Class[] {
  const listed: ClauseId = 'readings.listed-alias-accepted'
  const model = (name: string, json = JSON.stringify(name), clause: ClauseId = listed, how = name) => ({
    ...field('model', 'model', json, clause),
    name: `model ${how}`,
  })
  const rest = aliases.filter((each) => each !== alias)
  // Whoever overlooks one of them overlooks the last, or all but the first.
  const others = [...rest.slice(-1), ...rest.slice(0, -1)]
  return [
    {
      name: 'first model',
      place: 'model',
      manners: [model(alias), inEscapes('model', alias, SPELLING), escapedValue('model', alias, SPELLING)],
    },
    ...(others.length === 0
      ? []
      : [{ name: OTHER_MODEL, place: 'model' as const, manners: others.map((each) => model(each)) }]),
  ]
}

const spread = (members: readonly (readonly [string, string])[]) =>
  `\r\n{\n${members.map(([name, json]) => `\t${name} :  ${json}`).join(' ,\n')}\n}\n`
const backwards = (members: readonly (readonly [string, string])[]) =>
  `{${[...members]
    .reverse()
    .map(([name, json]) => `${name}:${json}`)
    .join(',')}}`

export const IN_PIECES = 'the body in two pieces'

const writings: Trait[] = [
  { name: 'white space between the fields', place: 'writing', members: [], clause: INSIDE, write: spread },
  { name: 'the fields in another order', place: 'writing', members: [], clause: INSIDE, write: backwards },
  { name: IN_PIECES, place: 'writing', members: [], clause: INSIDE, inPieces: true },
]

/** By place: what is combined with each other. */
export function classesOf(means: Means): Class[][] {
  return [
    models(means),
    inputs(means),
    [leftOut('resolution'), ...resolutions(means)],
    [
      ...(FIELDS.duration.default <= (means.maxDuration ?? FIELDS.duration.most) ? [leftOut('duration')] : []),
      ...durations(means),
    ],
    [leftOut('fps'), ...frameRates],
    [leftOut('ratio'), ...ratios],
    [leftOut('bit_depth'), ...bitDepths],
  ]
}

/** What is dealt out over the submissions without being combined with anything. */
export function extrasOf({ sameAccountKey }: Means): Trait[] {
  const otherKey: Trait = { name: 'another key of the account', place: 'key', members: [], clause: INSIDE, key: 'A2' }
  return [...(sameAccountKey ? [otherKey] : []), ...writings]
}
