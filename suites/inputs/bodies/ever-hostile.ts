import type { Header } from '../../../engine/history/entry/exchange.ts'
import { ODD_NAMES, ODD_NUMBERS, ODD_TEXTS } from './odd-values.ts'

type EverHostile = {
  what: string
  of(accepted: Record<string, unknown>): string
  /** Each character is a byte of the body. */
  bytes?: true
  /** Instead of the usual Content-Type. */
  headers?: readonly Header[]
}

/** Out of range, so that nobody may take it on, whatever else is in it. */
const REFUSED = { duration: 0 }

const saying = (what: string, fields: (accepted: Record<string, unknown>) => object): EverHostile => ({
  what,
  of: (accepted) => JSON.stringify({ ...accepted, ...REFUSED, ...fields(accepted) }),
})

/** A field whose JSON text no JSON.stringify writes. */
const raw = (what: string, member: string): EverHostile => ({
  what,
  of: (accepted) => JSON.stringify({ ...accepted, ...REFUSED }).replace('{', `{${member},`),
})

/** A prompt whose JSON text no JSON.stringify writes. */
const saidAs = (what: string, json: string): EverHostile => ({
  what,
  of: (accepted) =>
    JSON.stringify({ ...accepted, ...REFUSED, prompt: PLACE }).replace(JSON.stringify(PLACE), () => json),
})

const PLACE = 'gatecheck: the prompt'

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** What each run tries; more of the same kinds is drawn by chance. */
export const HOSTILE_BODIES: readonly EverHostile[] = [
  ...ODD_TEXTS.flatMap(({ what, json }) => (what === undefined ? [] : saidAs(what, `"${json}"`))),
  ...ODD_NUMBERS.flatMap(({ what, json }) => (what === undefined ? [] : raw(what, `"fps":${json}`))),
  raw('arrays nested 200 deep', `"ratio":${nested(200)}`),
  raw('arrays nested 10,000 deep', `"gatecheck":${nested(10_000)}`),
  ...ODD_NAMES.flatMap(({ what, name, json }) =>
    what === undefined ? [] : raw(what, `${JSON.stringify(name)}:${json}`),
  ),
  raw('a duplicate model', '"model":5'),
  saying('a thousand unknown fields', () =>
    Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field${index}`, index])),
  ),
  saying('an object for every field', () => ({
    model: {},
    prompt: {},
    resolution: {},
    fps: {},
    ratio: {},
    bit_depth: {},
  })),
  saying('an array for every field', () => ({
    model: [],
    prompt: [],
    resolution: [],
    fps: [],
    ratio: [],
    bit_depth: [],
  })),
  saying('null for every field', () => ({ model: null, prompt: null, resolution: null, fps: null, ratio: null })),
  saying('an image URL that cannot be parsed', () => ({ image_url: 'https://[::1' })),
  saying('an image URL of control characters', () => ({ image_url: 'https://\u0000\u0007' })),
  saying('an image URL of 20,000 characters', () => ({ image_url: `https://a.example/${'x'.repeat(20_000)}` })),
  saying('a ratio of huge numbers', () => ({ ratio: `${'9'.repeat(400)}:1` })),
  saying('a ratio of zero', () => ({ ratio: '0:0' })),
  {
    what: 'a prompt that is not UTF-8',
    of: (accepted) => JSON.stringify({ ...accepted, ...REFUSED, prompt: 'caf\u00e9 \u00ff\u00fe' }),
    bytes: true,
  },
  { what: 'no Content-Type', of: (accepted) => JSON.stringify({ ...accepted, ...REFUSED }), headers: [] },
  { what: 'an empty body', of: () => '' },
  { what: 'a list', of: () => '[]' },
  { what: 'null', of: () => 'null' },
  { what: 'an array of bodies', of: (accepted) => JSON.stringify([{ ...accepted, ...REFUSED }]) },
  { what: 'half a body', of: (accepted) => JSON.stringify(accepted).slice(0, 12) },
  { what: 'a text that is not JSON', of: () => '<video/>' },
  ...[
    'application/xml',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    ';;;',
    'application/json; charset=klingon',
  ].map(
    (type): EverHostile => ({
      what: `the Content-Type ${type}`,
      of: (accepted) => JSON.stringify({ ...accepted, ...REFUSED }),
      headers: [['Content-Type', type]],
    }),
  ),
]
