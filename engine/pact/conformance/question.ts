import type { ClauseId } from '../../../spec/clauses.ts'
import { type EndpointName, READINGS } from '../../../spec/endpoints.ts'
import { judgeBody, type Opinion } from '../../../spec/oracle.ts'
import { KEY_PREFIX, STATUSES, type Status } from '../../../spec/words.ts'
import { isRecord } from '../../history/reading/reading.ts'
import { endpointAsked } from '../file/asked-path.ts'
import type { PactInteraction } from '../file/pact-file.ts'
import { statesFor, statusesFor } from '../file/rules.ts'
import { toldBy, whoseIn } from './provider-states.ts'

/** The kind of request, as far as the specification distinguishes it. */
export type Question = { endpoint: EndpointName } & (
  | { kind: 'without a good key'; clause: ClauseId }
  /** A valid key in a spelling that a server may accept or refuse. */
  | { kind: 'with an odd key' }
  | { kind: 'submission'; opinion: Opinion; isRoomless: boolean }
  /** `shows`: the expected statuses; undefined for any. */
  | { kind: 'poll'; whose: 'own' | 'another account' | 'nobody'; shows: readonly Status[] | undefined }
  | { kind: 'reading'; clause: ClauseId }
)

export const READING_CLAUSES: Record<(typeof READINGS)[number], ClauseId> = {
  'GET /models': 'readings.models-answers',
  'GET /usage': 'readings.usage-answers',
  'GET /capacity': 'readings.capacity-answers',
  'GET /billing/balance': 'readings.balance-answers',
}
const isReading = (name: EndpointName): name is (typeof READINGS)[number] =>
  (READINGS as readonly EndpointName[]).includes(name)

/** Undefined if the path is not an endpoint. */
export function questionOf(interaction: PactInteraction): Question | undefined {
  const { request } = interaction
  const endpoint = endpointAsked(request.method, request.path)
  if (endpoint === undefined) return undefined
  const key = keyAsked(interaction)
  if (key !== 'good')
    return key === 'odd' ? { endpoint, kind: 'with an odd key' } : { endpoint, kind: 'without a good key', clause: key }
  if (isReading(endpoint)) return { endpoint, kind: 'reading', clause: READING_CLAUSES[endpoint] }
  if (endpoint === 'POST /videos')
    return {
      endpoint,
      kind: 'submission',
      opinion: opinionOn(interaction),
      isRoomless: isRoomless(interaction),
    }
  return { endpoint, kind: 'poll', whose: whoseJob(interaction), shows: statesExpected(interaction) }
}

function expectsOnly({ response }: PactInteraction, status: number): boolean {
  return statusesFor(response.status, response.rules).every(({ least, most }) => least === status && most === status)
}

/** The clause that requires the key to be refused, if one does. */
function keyAsked(interaction: PactInteraction): 'good' | 'odd' | ClauseId {
  const sent = interaction.request.headers.get('authorization')
  if (interaction.request.generated.some((place) => /^headers? \[?'?authorization/i.test(place)))
    return goodOr(interaction)
  if (sent === undefined || sent.trim() === '') return 'auth.header-required'
  const [scheme = '', ...tokens] = sent.trim().split(/ +/)
  if (scheme.startsWith(KEY_PREFIX)) return 'auth.bare-key-refused'
  if (scheme !== 'Bearer' && scheme.toLowerCase() === 'bearer') return 'odd'
  if (/^bearer/i.test(scheme) && scheme.length > 'bearer'.length) return 'auth.header-form'
  if (scheme !== 'Bearer') return 'auth.scheme-is-bearer'
  if (tokens.length !== 1) return 'auth.header-form'
  const isTold = toldBy(interaction.states).key !== undefined
  if (!isTold && expectsOnly(interaction, 401) && !tokens[0]!.startsWith(KEY_PREFIX))
    return 'auth.prefix-belongs-to-the-key'
  return goodOr(interaction)
}

/** Keys in a contract are examples: provider states, or else the expected response, tell whether one is valid. */
function goodOr(interaction: PactInteraction): 'good' | ClauseId {
  switch (toldBy(interaction.states).key) {
    case 'revoked':
      return 'auth.revoked-key'
    case 'never issued':
      return 'auth.unknown-key'
    case 'good':
      return 'good'
    default:
      return expectsOnly(interaction, 401) ? 'auth.unknown-key' : 'good'
  }
}

function isRoomless(interaction: PactInteraction): boolean {
  const { room } = toldBy(interaction.states)
  return room === undefined ? expectsOnly(interaction, 429) : room === 'none'
}

const OF_AN_ALIAS = /\b(model|alias)\b/i
const UNKNOWN = /\b(unknown|unlisted|not listed|no such|missing|invalid|wrong|bad|nobody)\b/i

/** Whether the alias is meant to be unknown. */
export const namesNoAlias = ({ states, description }: Pick<PactInteraction, 'states' | 'description'>) =>
  [...states.flatMap(({ phrases }) => phrases), description].some(
    (words) => OF_AN_ALIAS.test(words) && UNKNOWN.test(words),
  )

function opinionOn(interaction: PactInteraction): Opinion {
  const { body, generated } = interaction.request
  const value = body?.value
  const filledIn = (name: string) => generated.some((place) => new RegExp(`^body \\[?'?${name}\\b`).test(place))
  const given = isRecord(value)
    ? { ...value, ...(filledIn('image_url') && { image_url: 'https://images.example/lighthouse.png' }) }
    : value
  const model = isRecord(given) ? given.model : undefined
  const aliases = typeof model === 'string' && model !== '' && !namesNoAlias(interaction) ? [model] : []
  const image = isRecord(given) ? given.image_url : undefined
  const isUsable = filledIn('image_url') || interaction.states.some(({ name }) => /\bimage\b/i.test(name))
  return judgeBody(given, { aliases, ...(isUsable && typeof image === 'string' && { images: [image] }) })
}

/** Provider states take precedence over the expected response, which may violate the specification. */
function whoseJob(interaction: PactInteraction): 'own' | 'another account' | 'nobody' {
  const { whose, shows } = toldBy(interaction.states)
  if (whose !== undefined && whose !== 'own') return whose
  if (!expectsOnly(interaction, 404)) return 'own'
  if (whoseIn(interaction.description) === 'another account') return 'another account'
  return whose === 'own' || shows.length > 0 ? 'own' : 'nobody'
}

function statesExpected({ response }: PactInteraction): readonly Status[] | undefined {
  const value = response.body?.value
  const example = isRecord(value) && typeof value.status === 'string' ? value.status : undefined
  const shown = statesFor(example, response.rules)
  return shown && STATUSES.filter((status) => shown.includes(status))
}
