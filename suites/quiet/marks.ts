import { markOf } from '../../engine/history/entry/mark.ts'
import { count, is, keyName, record, text, variants, whole, words } from '../../engine/history/entry/schemas.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import { ENDPOINTS, type EndpointName } from '../../spec/endpoints.ts'

/**
 * What may move a job that nobody polls. The first of them is nothing but time; the last is all at once, tried first,
 * since a job that rests through all of it needs no second.
 */
export const SUSPECTS = [
  'time',
  'readings',
  'refused polls',
  'refused submissions',
  'polls of finished jobs',
  'another job',
  'everything at once',
] as const
export type Suspect = (typeof SUSPECTS)[number]

/** A rested job is left alone from its submission on, or after so many polls. */
export type Role =
  | { trio: number; pace: 'fast' | 'slow' }
  | { trio: number; pace: 'rested'; cause: Suspect; after: number }

type Paced = Extract<Role, { pace: 'fast' | 'slow' }>
type Rested = Extract<Role, { pace: 'rested' }>

export const ROLE = markOf<Role>(
  'job of a trio',
  variants('pace', [
    record<Paced>({ trio: count, pace: words<Paced['pace']>({ fast: true, slow: true }) }, {}),
    record<Rested>({ trio: count, pace: is('rested'), cause: { enum: SUSPECTS }, after: count }, {}),
  ]),
)

export function roleInWords(role: Role): string {
  if (role.pace !== 'rested') return `trio ${role.trio}: ${role.pace}`
  const since = role.after > 0 ? ` after ${role.after} polls` : ''
  return `trio ${role.trio}: rested${since} while ${role.cause}`
}

export type Meter = { name: EndpointName; key: KeyName }

/** What lies between one reading of all meters and the next. */
export type Event = 'nothing' | 'a job' | 'refused bodies' | 'a 429'
/** Jobs of one sort are compared with each other: what they leave may differ from what others leave. */
export type Happening = { event: Event; key: KeyName; sort?: string }

export type Reading = { meter: Meter; reading: number; happening?: Happening }

const happening = record<Happening>(
  {
    event: words<Event>({ nothing: true, 'a job': true, 'refused bodies': true, 'a 429': true }),
    key: keyName,
  },
  { sort: text },
)
const meter = record<Meter>({ name: { enum: ENDPOINTS.map(({ name }) => name) }, key: keyName }, {})

export const READING = markOf<Reading>('reading of a meter', record<Reading>({ meter, reading: whole }, { happening }))

export function readingInWords({ meter: { name, key }, reading, happening }: Reading): string {
  return `${name} of ${key}, reading ${reading}${happening ? `, after ${happeningInWords(happening)}` : ''}`
}

export function happeningInWords({ event, key, sort }: Happening): string {
  return event === 'nothing' ? event : `${event} of key ${key}${sort ? ` ${sort}` : ''}`
}

/** A poll of the job that rests, which has to be refused. */
export const POLL_IN_VAIN = markOf<object>('poll in vain', record<object>({}, {}))

export const BODY_TO_BE_REFUSED = markOf<object>('body to be refused', record<object>({}, {}))
