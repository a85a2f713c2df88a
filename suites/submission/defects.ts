import type { ClauseId } from '../../spec/clauses.ts'
import { BIT_DEPTHS, FIELDS, type FieldName } from '../../spec/words.ts'

/** One thing wrong with an accepted body, and the clause that says so. */
export type Defect = {
  what: string
  breaks: ClauseId
  /** From the fields of the accepted body to a body with this one thing wrong. */
  of(accepted: Fields): Fields | string
  /** What it is labelled as, where that is not JSON. */
  contentType?: string
}

export type Fields = Record<string, unknown>

const show = (value: unknown) => JSON.stringify(value)

function without(...names: FieldName[]): Defect['of'] {
  return (accepted) =>
    Object.fromEntries(Object.entries(accepted).filter(([name]) => !(names as string[]).includes(name)))
}

function saying(breaks: ClauseId, field: FieldName, values: readonly unknown[]): Defect[] {
  return values.map((value) => ({
    what: `${field} ${show(value)}`,
    breaks,
    of: (accepted) => ({ ...accepted, [field]: value }),
  }))
}

/** Just outside, outside by a fraction, and far outside, at both ends. */
function outside({ least, most }: { least: number; most: number }): number[] {
  return [
    least - 1,
    least - 0.5,
    least - 0.001,
    -least,
    -most,
    most + 0.001,
    most + 0.5,
    most + 1,
    most * 2,
    most * 10,
    1000,
    5000,
    60_000,
    1e9,
  ]
}

const missingModel: Defect[] = [
  { what: 'no model', breaks: 'submission.model-required', of: without('model') },
  ...saying('submission.model-required', 'model', [null]),
]

function nearlyListed(changes: [what: string, change: (alias: string) => string][]): Defect[] {
  return changes.map(([what, change]) => ({
    what: `a listed alias with ${what}`,
    breaks: 'submission.model-listed',
    of: (accepted) => ({ ...accepted, model: change(String(accepted.model)) }),
  }))
}

const otherLetter = (letter: string) => (letter.toLowerCase() === 'q' ? 'z' : 'q')

const unlistedModel: Defect[] = [
  ...saying('submission.model-listed', 'model', ['', 'no-such-model', 'gatecheck/no-such-model-1']),
  ...nearlyListed([
    ['a letter behind it', (alias) => `${alias}q`],
    ['a word before it', (alias) => `no-${alias}`],
    ['its last letter missing', (alias) => alias.slice(0, -1)],
    ['its first letter missing', (alias) => alias.slice(1)],
    ['its last letter changed', (alias) => alias.slice(0, -1) + otherLetter(alias.at(-1)!)],
    ['its first letter changed', (alias) => otherLetter(alias[0]!) + alias.slice(1)],
  ]),
]

/** Where other services have it: here it is an unknown field, and the prompt is missing. */
function promptUnder(places: Record<string, (accepted: Fields) => Fields>): Defect[] {
  return Object.entries(places).map(([place, put]) => ({
    what: `the prompt under ${place}`,
    breaks: 'submission.prompt-or-image-required',
    of: (accepted) => ({ ...(without('prompt')(accepted) as Fields), ...put(accepted) }),
  }))
}

const nothingToShow: Defect[] = [
  { what: 'neither prompt nor image_url', breaks: 'submission.prompt-or-image-required', of: without('prompt') },
  ...saying('submission.prompt-or-image-required', 'prompt', [null]),
  ...promptUnder({
    'an input': ({ prompt }) => ({ input: { prompt } }),
    'a name in capitals': ({ prompt }) => ({ Prompt: prompt }),
    'the name text': ({ prompt }) => ({ text: prompt }),
    'a list of messages': ({ prompt }) => ({ messages: [{ role: 'user', content: prompt }] }),
  }),
  {
    what: 'prompt null and image_url null',
    breaks: 'submission.prompt-or-image-required',
    of: (accepted) => ({ ...accepted, prompt: null, image_url: null }),
  },
]

const wrongRatios = ['16x9', '16/9', '16-9', '16', '1.78', ':', '16:', ':9', '16:9:1', 'a:b', 'wide', '']

function almostJson(spoils: [what: string, spoil: (text: string) => string][]): Defect[] {
  return spoils.map(([what, spoil]) => ({
    what: `a good body with ${what}`,
    breaks: 'submission.body-is-an-object',
    of: (accepted) => spoil(show(accepted)),
  }))
}

const inPairs = (fields: Fields) =>
  Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])

const BOUNDARY = 'gatecheck-part'

function inParts(pairs: [string, string][]): string {
  const parts = pairs.map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${BOUNDARY}--\r\n`
}

const notAnObject: Defect[] = [
  ...['', ' ', 'null', 'true', '5', '"text"', '[]', '{"model":', 'model=x&prompt=y'].map(
    (text): Defect => ({
      what: text.trim() === '' ? 'no body at all' : `the body ${text}`,
      breaks: 'submission.body-is-an-object',
      of: () => text,
    }),
  ),
  {
    what: 'a good body in a list',
    breaks: 'submission.body-is-an-object',
    of: (accepted) => show([accepted]),
  },
  {
    what: 'a good body with more behind it',
    breaks: 'submission.body-is-an-object',
    of: (accepted) => `${show(accepted)} x`,
  },
  {
    what: 'a good body with more on a line behind it',
    breaks: 'submission.body-is-an-object',
    of: (accepted) => `${show(accepted)}\n${show(accepted)}`,
  },
  {
    what: 'a good body without its last brace',
    breaks: 'submission.body-is-an-object',
    of: (accepted) => show(accepted).slice(0, -1),
  },
  ...almostJson([
    ['a comma behind its last field', (text) => text.replace(/\}$/, ',}')],
    ['a comment in it', (text) => text.replace('{', '{/* a comment */')],
    ['single quotes', (text) => text.replaceAll('"', "'")],
    ['names without quotes', (text) => text.replace(/"(\w+)":/g, '$1:')],
    ['a line break within a text', (text) => text.replace('"prompt":"', '"prompt":"A\n')],
    ['a tab within a text', (text) => text.replace('"prompt":"', '"prompt":"A\t')],
    ['NaN in it', (text) => text.replace('{', '{"fps":NaN,')],
    ['a word in capitals in it', (text) => text.replace('{', '{"bit_depth":NULL,')],
  ]),
  {
    what: 'a good body as a form',
    breaks: 'submission.body-is-an-object',
    of: (accepted) => new URLSearchParams(inPairs(accepted)).toString(),
  },
  {
    what: 'a good body as a form that says so',
    breaks: 'submission.body-is-an-object',
    of: (accepted) => new URLSearchParams(inPairs(accepted)).toString(),
    contentType: 'application/x-www-form-urlencoded',
  },
  {
    what: 'a good body in the parts of a form',
    breaks: 'submission.body-is-an-object',
    of: (accepted) => inParts(inPairs(accepted)),
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  },
  {
    what: 'a good body as a JSON string',
    breaks: 'submission.body-is-an-object',
    of: (accepted) => show(show(accepted)),
  },
]

const wrongBitDepths = [0, 1, 7, 9, 11, 12, 16, 8.5, -8, 80].filter(
  (value) => !(BIT_DEPTHS as readonly number[]).includes(value),
)

export const MUST_BE_REFUSED: readonly Defect[] = [
  ...missingModel,
  ...unlistedModel,
  ...nothingToShow,
  ...saying('submission.empty-prompt-refused', 'prompt', ['']),
  {
    what: 'prompt "" and image_url null',
    breaks: 'submission.empty-prompt-refused',
    of: (accepted) => ({ ...accepted, prompt: '', image_url: null }),
  },
  {
    what: 'prompt "" and image_url ""',
    breaks: 'submission.empty-prompt-refused',
    of: (accepted) => ({ ...accepted, prompt: '', image_url: '' }),
  },
  ...saying('submission.resolution-listed', 'resolution', [
    '360p',
    '481p',
    '1440p',
    '2160p',
    '8k',
    '4kk',
    'p720',
    '480',
    '1080',
    '1080i',
    '854x480',
    '1920x1080',
    '16:9',
    'hd',
    'uhd',
    'default',
    '',
  ]),
  ...saying('submission.duration-in-range', 'duration', outside(FIELDS.duration)),
  ...saying('submission.fps-in-range', 'fps', [...outside(FIELDS.fps), 144, 144.5, 200]),
  ...saying('submission.bit-depth-listed', 'bit_depth', wrongBitDepths),
  ...saying('submission.ratio-form', 'ratio', wrongRatios),
  ...notAnObject,
]

const wrongTypes = {
  string: [5, 0, true, false, [], {}, ['text']],
  number: ['5', '', true, false, [], [5], {}],
}

export const SHOULD_BE_REFUSED: readonly Defect[] = [
  ...(Object.keys(FIELDS) as FieldName[])
    .filter((field) => field !== 'image_url')
    .flatMap((field) => saying('submission.types-checked', field, wrongTypes[FIELDS[field].type])),
  ...wrongTypes.string.map(
    (value): Defect => ({
      what: `image_url ${show(value)} and no prompt`,
      breaks: 'submission.types-checked',
      of: (accepted) => ({ ...(without('prompt')(accepted) as Fields), image_url: value }),
    }),
  ),
  ...saying('submission.ratio-parts-positive', 'ratio', ['0:9', '16:0', '0:0', '-16:9', '16:-9']),
]
