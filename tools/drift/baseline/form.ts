import { PROFILES } from '../../../engine/config/configuration.ts'
import {
  amount,
  count,
  either,
  id,
  list,
  nth,
  record,
  type Schema,
  text,
  whole,
} from '../../../engine/history/entry/schemas.ts'
import { ENDPOINTS } from '../../../spec/endpoints.ts'
import { ASPECTS, ELSEWHERE, type Where } from '../habits/habit.ts'
import type { Acceptance, Baseline } from './baseline.ts'

const ENDPOINT_NAMES: readonly string[] = [...ENDPOINTS.map(({ name }) => name), ELSEWHERE]

const where = record<Where>(
  {},
  {
    endpoint: { enum: ENDPOINT_NAMES },
    status: count,
    state: text,
    pointer: text,
    header: text,
    clause: id,
    open: id,
    asked: text,
    alias: text,
  },
)

const named = (each: Schema, names: Schema = {}): Schema => ({
  type: 'object',
  additionalProperties: each,
  propertyNames: names,
})
const told = either(text, {
  type: 'array',
  prefixItems: [either(text, named(amount)), amount],
  minItems: 2,
  maxItems: 2,
})
const aspects = named(told, { enum: ASPECTS })

/** The baseline lies in a repository, so its content is not trusted. */
export const BASELINE: Schema = {
  type: 'object',
  properties: {
    target: record<Baseline['target']>({ baseUrl: text }, {}),
    spec: record<Baseline['spec']>({ sha256: text }, {}),
    suite: record<Baseline['suite']>({ version: text }, {}),
    profile: { enum: PROFILES },
    seed: whole,
    rounds: nth,
    accepted: list(record<Acceptance>({ id: text, reason: text, what: text, where }, {})),
    clauses: named(told, id),
    open: named(told, id),
    aliases: named(told),
    speed: named(told, { enum: ENDPOINT_NAMES }),
    answered: named(told, { type: 'string', pattern: `^(${ENDPOINT_NAMES.map(plain).join('|')})($|, )` }),
    jobs: named(told, { enum: ['state', 'step', 'polls'] }),
    asked: { type: 'string', pattern: '^([\\w-]{4}( |$))*$' },
    answers: named(
      {
        type: 'object',
        properties: { seen: amount },
        additionalProperties: aspects,
        propertyNames: { type: 'string', pattern: '^(seen$|body$|body /|header .)' },
      },
      { type: 'string', pattern: `^(${ENDPOINT_NAMES.map(plain).join('|')}) \\d{3}($| )` },
    ),
  },
  required: ['target', 'spec', 'suite', 'profile', 'seed', 'rounds', 'accepted'],
}

/** Escaped for a pattern. */
function plain(name: string): string {
  return name.replace(/[{}/]/g, '\\$&')
}
