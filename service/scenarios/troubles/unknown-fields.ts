import { around } from '../../interface/behaviour.ts'
import { isJson } from '../../interface/world.ts'
import type { Trouble } from './trouble.ts'

/** Names and types that break strict parsers; none is a name from the specification. */
const UNKNOWN: Readonly<Record<string, unknown>> = {
  progress: 0.42,
  eta: null,
  'x-trace': { region: 'northern shore', hops: [1, [2, [3, []]]], nested: { again: { and: { again: {} } } } },
  tags: [],
  mixed: [1, 'two', null, true, { three: 3 }],
  large: 2 ** 53 + 2,
  tiny: 5e-324,
  '': 'a field without a name',
  'Ünïcødé 🎬': '\u2028\u0000\u202E',
  constructor: 'no function',
  ['__proto__']: { isAdmin: false },
}

/** Excluded from errors, where a unique number would look like account data. */
const { large: _, ...UNKNOWN_IN_ERRORS } = UNKNOWN

const unknownFields: Trouble = {
  name: 'unknown-fields',
  summary:
    'Conforming: responses have additional fields with unusual names, types and depths. Clients should ignore them.',
  parameters: [],
  comesTo: ['submissions', 'polls', 'readings'],
  countedBy: 'key',
  comes:
    () =>
    async ({ operation }, go) => {
      const answer = await go()
      if (!isJson(answer)) return { spared: answer }
      if (answer.status >= 400) return { ...answer, body: withUnknown(answer.body, UNKNOWN_IN_ERRORS) }
      return { ...answer, body: withUnknown(answer.body, UNKNOWN, operation !== 'GET /models') }
    },
  /** Also affects requests without a valid key. */
  besides: (_values, behaviour) =>
    around(behaviour, 'refuse', (next, code, context) => {
      const answer = next(code, context)
      return isJson(answer) ? { ...answer, body: withUnknown(answer.body, UNKNOWN_IN_ERRORS) } : answer
    }),
}

/** Adds fields to each object, except to the top of a model list, where a field could be taken for an alias. */
function withUnknown(body: unknown, fields: object, atTheTop = true): unknown {
  if (Array.isArray(body)) return body.map((each) => withUnknown(each, fields))
  if (typeof body !== 'object' || body === null) return body
  const inner = Object.entries(body).map(([name, value]) =>
    Object.hasOwn(fields, name) ? [name, value] : [name, withUnknown(value, fields)],
  )
  return { ...(atTheTop && fields), ...Object.fromEntries(inner) }
}

export const unknownFieldsTroubles: readonly Trouble[] = [unknownFields]
