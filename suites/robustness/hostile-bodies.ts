import type { Header } from '../../runner/history/exchange.ts'

export type HostileBody = {
  what: string
  of(accepted: Record<string, unknown>): string
  /** Each character is a byte of the body. */
  bytes?: true
  /** Instead of the usual Content-Type. */
  headers?: readonly Header[]
}

/** Out of range, so that nobody may take it on, whatever else is in it. */
const REFUSED = { duration: 0 }

const saying = (what: string, fields: (accepted: Record<string, unknown>) => object): HostileBody => ({
  what,
  of: (accepted) => JSON.stringify({ ...accepted, ...REFUSED, ...fields(accepted) }),
})

/** A field whose JSON text no JSON.stringify writes. */
const raw = (what: string, member: string): HostileBody => ({
  what,
  of: (accepted) => JSON.stringify({ ...accepted, ...REFUSED }).replace('{', `{${member},`),
})

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

export const HOSTILE_BODIES: readonly HostileBody[] = [
  saying('a prompt with NUL', () => ({ prompt: 'a\u0000b' })),
  raw('a prompt with half of a surrogate pair', '"prompt":"\\ud83d"'),
  saying('a prompt of 100,000 characters', () => ({ prompt: 'x'.repeat(100_000) })),
  saying('a prompt of format characters', () => ({ prompt: '%s%n%x {0} #{jndi:ldap://x} {{7*7}} \u202e' })),
  saying('a prompt with a quote and a semicolon', () => ({ prompt: "'; DROP TABLE jobs; --" })),
  raw('a number with 400 digits', `"fps":${'9'.repeat(400)}`),
  raw('a huge exponent', '"fps":1e400'),
  raw('a tiny exponent', '"fps":1e-400'),
  raw('minus zero', '"fps":-0'),
  raw('lists nested 200 deep', `"ratio":${nested(200)}`),
  raw('lists nested 10,000 deep', `"gatecheck":${nested(10_000)}`),
  raw('a field called __proto__', '"__proto__":{"model":"x","duration":5}'),
  raw('a field called constructor', '"constructor":{"prototype":{"x":1}}'),
  raw('a field with an empty name', '"":1'),
  raw('the model twice', '"model":5'),
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
  saying('a list for every field', () => ({
    model: [],
    prompt: [],
    resolution: [],
    fps: [],
    ratio: [],
    bit_depth: [],
  })),
  saying('null for every field', () => ({ model: null, prompt: null, resolution: null, fps: null, ratio: null })),
  saying('an image address that cannot be parsed', () => ({ image_url: 'https://[::1' })),
  saying('an image address of control characters', () => ({ image_url: 'https://\u0000\u0007' })),
  saying('an image address of 20,000 characters', () => ({ image_url: `https://a.example/${'x'.repeat(20_000)}` })),
  saying('a ratio of huge numbers', () => ({ ratio: `${'9'.repeat(400)}:1` })),
  saying('a ratio of zero', () => ({ ratio: '0:0' })),
  {
    what: 'a prompt that is no UTF-8',
    of: (accepted) => JSON.stringify({ ...accepted, ...REFUSED, prompt: 'caf\u00e9 \u00ff\u00fe' }),
    bytes: true,
  },
  { what: 'no Content-Type', of: (accepted) => JSON.stringify({ ...accepted, ...REFUSED }), headers: [] },
  { what: 'an empty body', of: () => '' },
  { what: 'a list', of: () => '[]' },
  { what: 'null', of: () => 'null' },
  { what: 'a list of bodies', of: (accepted) => JSON.stringify([{ ...accepted, ...REFUSED }]) },
  { what: 'half a body', of: (accepted) => JSON.stringify(accepted).slice(0, 12) },
  { what: 'a text that is no JSON', of: () => '<video/>' },
  ...[
    'application/xml',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    ';;;',
    'application/json; charset=klingon',
  ].map(
    (type): HostileBody => ({
      what: `the Content-Type ${type}`,
      of: (accepted) => JSON.stringify({ ...accepted, ...REFUSED }),
      headers: [['Content-Type', type]],
    }),
  ),
]
