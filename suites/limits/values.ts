import type { ClauseId } from '../../spec/clauses.ts'
import { BIT_DEPTHS, FIELDS, RESOLUTIONS } from '../../spec/words.ts'

/** The parts of a submission that can be filled independently of each other. */
export const PLACES = [
  'model',
  'input',
  'resolution',
  'duration',
  'fps',
  'ratio',
  'bit_depth',
  'writing',
  'key',
] as const
export type Place = (typeof PLACES)[number]

/** Name and value of a JSON member, both as JSON text. */
export type Member = readonly [name: string, json: string]

/** One form of one valid value. */
export type Value = {
  /** Unique, in words. */
  name: string
  place: Place
  members: readonly Member[]
  /** The clause that a server violates if it refuses a submission for this value alone. */
  clause: ClauseId
  /** Writes the body in another way. */
  write?: (members: readonly Member[]) => string
  /** Sends the body in two pieces. */
  inPieces?: true
  /** Submits with another key. */
  key?: 'A2'
  seconds?: number
}

/** The values of one submission; places without a value are left out of the body. */
export type Combination = Partial<Record<Place, Value>>

/**
 * Values that a server is expected to treat alike, in several forms. Classes are combined with each other, and their
 * forms are distributed over the submissions. A class without forms leaves the field out.
 */
export type Class = { name: string; place: Place; forms: readonly Value[] }

/** What a run may submit: the server's aliases, and the user's inputs and limits. */
export type Inputs = {
  aliases: readonly string[]
  alias: string
  prompt: string
  sameAccountKey: boolean
  imageUrl?: string | undefined
  failingPrompt?: string | undefined
  maxResolution?: string | undefined
  maxDuration?: number | undefined
}

const INSIDE: ClauseId = 'submission.accepted-with-202'
const ENDS: ClauseId = 'submission.range-ends-accepted'
const WORDS: ClauseId = 'submission.listed-words-accepted'
const WHOLE: ClauseId = 'submission.number-spellings-accepted'
const SPELLING: ClauseId = 'submission.string-spellings-accepted'
const FRACTION: ClauseId = 'submission.fractions-accepted'
const RATIOS: ClauseId = 'submission.ordinary-ratios-accepted'
const TEXT: ClauseId = 'submission.ordinary-text-accepted'

export const member = (field: string, json: string): Member => [JSON.stringify(field), json]

const plainly = (members: readonly Member[]) => `{${members.map(([name, json]) => `${name}:${json}`).join(',')}}`

export function bodyOf(combination: Combination): string {
  const members = PLACES.flatMap((place) => combination[place]?.members ?? [])
  return (combination.writing?.write ?? plainly)(members)
}

export const valuesOf = (combination: Combination): Value[] => PLACES.flatMap((place) => combination[place] ?? [])
export const namesIn = (combination: Combination): string[] => valuesOf(combination).map(({ name }) => name)

/** Every second character as an escape, in upper and lower case digits. */
const escaped = (text: string) => {
  const letters = [...text].map((letter, index) =>
    index % 2 === 0 && letter.length === 1 ? unicode(letter, index) : JSON.stringify(letter).slice(1, -1),
  )
  return `"${letters.join('')}"`
}

function unicode(letter: string, index: number): string {
  const digits = letter.charCodeAt(0).toString(16).padStart(4, '0')
  return `\\u${index % 4 === 0 ? digits.toUpperCase() : digits}`
}

const field = (place: Place, json: string, clause: ClauseId, how = json): Value => ({
  name: `${place} ${how}`,
  place,
  members: [member(place, json)],
  clause,
})

/** Escapes in name and value, and only in the value: servers may search the raw text for the name. */
const escapes = (place: Place, text: string): Value[] => [
  { name: `${place} ${text} with escapes`, place, members: [[escaped(place), escaped(text)]], clause: SPELLING },
  field(place, escaped(text), SPELLING, `${text} with escapes in the value`),
]

/** Several forms of one or several numbers; the first form represents the class. */
const numbers = (place: 'duration' | 'fps', clause: ClauseId, spellings: readonly string[]): Value[] =>
  spellings.map((json, index) => {
    const spelling = Number.isInteger(Number(json)) ? WHOLE : FRACTION
    return {
      ...field(place, json, index === 0 ? clause : spelling),
      ...(place === 'duration' && { seconds: Number(json) }),
    }
  })

export const leftOut = (place: Place): Class => ({ name: `no ${place}`, place, forms: [] })

function resolutions({ maxResolution }: Inputs): Class[] {
  const last = maxResolution === undefined ? RESOLUTIONS.length - 1 : RESOLUTIONS.indexOf(maxResolution as never)
  return RESOLUTIONS.slice(0, last + 1).map((word) => ({
    name: word,
    place: 'resolution',
    forms: [field('resolution', JSON.stringify(word), WORDS), ...escapes('resolution', word)],
  }))
}

function durations({ maxDuration = FIELDS.duration.most }: Inputs): Class[] {
  const { least, most, default: usual } = FIELDS.duration
  const all: [name: string, clause: ClauseId, spellings: string[]][] = [
    ['shortest', ENDS, [`${least}`, `${least}.0`, `${least}e0`]],
    ['longest', ENDS, [`${most}`, `${most / 10}e1`, `${most}.0`]],
    ['between', INSIDE, ['5', '5.0', '2.5', '5e0', '59.999', '30', '5.00']],
  ]
  const classes = all.map(([name, clause, spellings]): Class => {
    const forms = numbers('duration', clause, spellings)
    return { name, place: 'duration', forms: forms.filter(({ seconds = 0 }) => seconds <= maxDuration) }
  })
  return [...(usual <= maxDuration ? [leftOut('duration')] : []), ...classes.filter(({ forms }) => forms.length > 0)]
}

const between = ['24', '59.94', '24.0', '23.976', '2.4E1', '60e0', '29.97', '240e-1']
const frameRates: Class[] = [
  { name: 'slowest', place: 'fps', forms: numbers('fps', ENDS, [`${FIELDS.fps.least}`, '1.0', '10e-1']) },
  { name: 'fastest', place: 'fps', forms: numbers('fps', ENDS, [`${FIELDS.fps.most}`, '12e1', '1.2e2', '120.00']) },
  { name: 'between', place: 'fps', forms: numbers('fps', INSIDE, between) },
]

const ratio = (text: string) => field('ratio', JSON.stringify(text), RATIOS)
const usualRatio = FIELDS.ratio.default
const others = ['1:1', '3:4', '4:3', '21:9', '1:4', '1920:1080', '4:1', '239:100', '1080:1920', '2:3']
const ratios: Class[] = [
  {
    name: 'usual',
    place: 'ratio',
    forms: [field('ratio', JSON.stringify(usualRatio), INSIDE), ...escapes('ratio', usualRatio)],
  },
  { name: 'other', place: 'ratio', forms: others.map(ratio) },
  // Servers often special-case 9:16.
  { name: 'upright', place: 'ratio', forms: [ratio('9:16')] },
]

const bitDepths: Class[] = BIT_DEPTHS.map((depth) => {
  const spellings = depth === 10 ? ['10.0', '1e1', '1.0E+1'] : ['8.0', '8e0', '80e-1']
  const forms = [`${depth}`, ...spellings].map((json, index) => field('bit_depth', json, index === 0 ? WORDS : WHOLE))
  return { name: `${depth} bit`, place: 'bit_depth', forms }
})

export const OTHER_MODEL = 'another model'

function models({ aliases, alias }: Inputs): Class[] {
  const model = (name: string) => field('model', JSON.stringify(name), 'readings.listed-alias-accepted', name)
  const rest = aliases.filter((each) => each !== alias)
  // The last alias first: a server that misses one usually misses the last, or all but the first.
  const others = [...rest.slice(-1), ...rest.slice(0, -1)].map(model)
  const first: Class = { name: 'first model', place: 'model', forms: [model(alias), ...escapes('model', alias)] }
  return others.length === 0 ? [first] : [first, { name: OTHER_MODEL, place: 'model', forms: others }]
}

const ofWords = (what: string) => `a prompt of ${what}`
export const ONE_LETTER = ofWords('one letter')
export const EMOJI = ofWords('only emoji')
export const MANY_CHARACTERS = ofWords('several lines, quotes, symbols, emoji and bidirectional text')
export const ESCAPED_PROMPT = 'a prompt with escapes in key and value'
export const PLAIN_PROMPT = 'a plain prompt'
export const FAILING_PROMPT = 'the prompt in GATECHECK_FAILING_PROMPT'
export const IMAGE = 'image'

/** The most revealing first: smaller profiles send only some. */
const TEXTS: readonly (readonly [name: string, text: string])[] = [
  [
    MANY_CHARACTERS,
    'She said "cut",\nhe didn\'t: <50% & {calm} \\ fin.\tUne e\u0301cole, ein Käfer, 𝒜 一只纸船\r\nשלום مركب صغير\r\n🐕‍🦺🌊',
  ],
  [ONE_LETTER, 'x'],
  [EMOJI, '🐕‍🦺🌊'],
  [ofWords('line breaks and quotes'), 'She said "cut",\nhe said \'action\'.\r\n\tThe end \\ fin.'],
  [ofWords('many scripts, none of them Latin'), '一只纸船; бумажный кораблик; เรือกระดาษ; काग़ज़ की नाव; 𠜎'],
  [ofWords('a zero'), '0'],
  [ofWords('a reserved word'), 'null'],
  [
    ofWords('a paragraph with markup and code'),
    '<b>bold</b> & {"json": true} %s $HOME -- ; DROP TABLE videos. '.repeat(9).trim(),
  ],
]

const input = (name: string, clause: ClauseId, ...members: Member[]): Value => ({
  name,
  place: 'input',
  members,
  clause,
})
const prompted = (name: string, text: string, clause: ClauseId) =>
  input(name, clause, member('prompt', JSON.stringify(text)))

function inputs({ imageUrl, failingPrompt, prompt }: Inputs): Class[] {
  const [first, ...texts] = TEXTS.map(([name, text]) => prompted(name, text, TEXT))
  // Characters beyond the basic plane need two escapes.
  const escapedPrompt = `${escaped(prompt).slice(0, -1)} \\/ \\ud83c\\udfac \\u00e9t\\u00e9"`
  const prompts = [
    first!,
    input(ESCAPED_PROMPT, SPELLING, [escaped('prompt'), escapedPrompt]),
    ...(failingPrompt === undefined ? [] : [prompted(FAILING_PROMPT, failingPrompt, TEXT)]),
    ...texts,
    prompted(PLAIN_PROMPT, prompt, INSIDE),
  ]
  const ofPrompt: Class = { name: 'prompt', place: 'input', forms: prompts }
  if (imageUrl === undefined) return [ofPrompt]
  const images = [
    input('an image', 'submission.image-accepted', member('image_url', JSON.stringify(imageUrl))),
    input('an image with escapes', SPELLING, [escaped('image_url'), escaped(imageUrl).replaceAll('/', '\\/')]),
  ]
  return [ofPrompt, { name: IMAGE, place: 'input', forms: images }]
}

const spread = (members: readonly Member[]) =>
  `\r\n{\n${members.map(([name, json]) => `\t${name} :  ${json}`).join(' ,\n')}\n}\n`

/** Classes by place, to be combined with each other. */
export const classesOf = (given: Inputs): Class[][] => [
  models(given),
  inputs(given),
  [leftOut('resolution'), ...resolutions(given)],
  durations(given),
  [leftOut('fps'), ...frameRates],
  [leftOut('ratio'), ...ratios],
  [leftOut('bit_depth'), ...bitDepths],
]

export const OTHER_KEY = 'another key of the account'
export const WHITE_SPACE = 'white space between the fields'
export const OTHER_ORDER = 'the fields in another order'
export const IN_PIECES = 'the body in two pieces'

/** Values that are distributed over the submissions without being combined. */
export function extrasOf({ sameAccountKey }: Inputs): Value[] {
  const all: Value[] = [
    { name: OTHER_KEY, place: 'key', members: [], clause: INSIDE, key: 'A2' },
    { name: WHITE_SPACE, place: 'writing', members: [], clause: INSIDE, write: spread },
    {
      name: OTHER_ORDER,
      place: 'writing',
      members: [],
      clause: INSIDE,
      write: (members) => plainly(members.toReversed()),
    },
    { name: IN_PIECES, place: 'writing', members: [], clause: INSIDE, inPieces: true },
  ]
  return sameAccountKey ? all : all.slice(1)
}
