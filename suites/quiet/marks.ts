import { markOf } from '../../engine/history/entry/mark.ts'
import { count, is, keyName, record, text, variants, whole, words } from '../../engine/history/entry/schemas.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import { ENDPOINTS, type EndpointName } from '../../spec/endpoints.ts'

/** What may advance a job without a poll. All at once comes first: a job that stays through it needs no further test. */
export const CAUSES = [
  'time',
  'readings',
  'refused polls',
  'refused submissions',
  'polls of finished jobs',
  'another job',
  'everything at once',
] as const
export type Cause = (typeof CAUSES)[number]

/** Jobs with the same body: polled fast, polled slowly, and left alone after so many polls. */
export type Role =
  | { trio: number; pace: 'fast' | 'slow' }
  | { trio: number; pace: 'rested'; cause: Cause; after: number }

type Paced = Extract<Role, { pace: 'fast' | 'slow' }>
type Rested = Extract<Role, { pace: 'rested' }>

export const ROLE = markOf<Role>(
  'job of a trio',
  variants('pace', [
    record<Paced>({ trio: count, pace: words<Paced['pace']>({ fast: true, slow: true }) }, {}),
    record<Rested>({ trio: count, pace: is('rested'), cause: { enum: CAUSES }, after: count }, {}),
  ]),
)

export function roleInWords(role: Role): string {
  if (role.pace !== 'rested') return `trio ${role.trio}: ${role.pace}`
  const since = role.after > 0 ? ` after ${role.after} polls` : ''
  return `trio ${role.trio}: rested${since} while ${role.cause}`
}

export type Counter = { name: EndpointName; key: KeyName }

/** What happened between two readings of all counters. */
export type Event = 'nothing' | 'a job' | 'refused bodies' | 'a 429'
/** Jobs of one sort are compared with each other. */
export type Happening = { event: Event; key: KeyName; sort?: string }

/** The sort of jobs that fail, which may be free. */
export const FAILING = 'that fails'

export type Reading = { meter: Counter; reading: number; happening?: Happening }

const happening = record<Happening>(
  {
    event: words<Event>({ nothing: true, 'a job': true, 'refused bodies': true, 'a 429': true }),
    key: keyName,
  },
  { sort: text },
)
const meter = record<Counter>({ name: { enum: ENDPOINTS.map(({ name }) => name) }, key: keyName }, {})

export const READING = markOf<Reading>('reading of a meter', record<Reading>({ meter, reading: whole }, { happening }))

export function readingInWords({ meter: { name, key }, reading, happening }: Reading): string {
  return `${name} of ${key}, reading ${reading}${happening ? `, after ${happeningInWords(happening)}` : ''}`
}

export function happeningInWords({ event, key, sort }: Happening): string {
  return event === 'nothing' ? event : `${event} of key ${key}${sort ? ` ${sort}` : ''}`
}

export const REFUSED_POLL = markOf<object>('poll in vain', record<object>({}, {}))

export const BODY_TO_BE_REFUSED = markOf<object>('body to be refused', record<object>({}, {}))
