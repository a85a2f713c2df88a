import { below } from '../../engine/config/target.ts'
import { aliasesOfForm } from '../../engine/discovery/dialect/aliases.ts'
import type { Exchange, Header } from '../../engine/history/entry/exchange.ts'
import { INTRODUCTION } from '../../engine/history/entry/senders.ts'
import { isPlain } from '../../engine/history/reading/plain-requests.ts'
import { jsonOf, succeeded, walk } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { requestTo, withHeader } from '../../engine/http/requests.ts'
import { MOST_TIMES_FULL } from '../../engine/jobs/capacity.ts'
import type { Check, Facts, Suite } from '../../engine/judge/check.ts'
import { oneAnswerRule } from '../../engine/judge/one-answer-rule.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { NotTested } from '../../engine/run/not-tested.ts'
import type { Phase } from '../../engine/run/phase.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { endpoint, READINGS } from '../../spec/endpoints.ts'
import { goodRequestsAreAnswered } from '../good-requests.ts'
import { isHostile } from '../probed.ts'
import { listedAMomentAgo } from './listed-a-moment-ago.ts'

type Reading = (typeof READINGS)[number]

const CLAUSES: Record<Reading, ClauseId> = {
  'GET /models': 'readings.models-answers',
  'GET /usage': 'readings.usage-answers',
  'GET /capacity': 'readings.capacity-answers',
  'GET /billing/balance': 'readings.balance-answers',
}

const READERS = ['A', 'A', 'A2', 'B'] as const satisfies readonly KeyName[]

function readingOf(name: Reading): Phase {
  return {
    name: `${CLAUSES[name]}`,
    max: ({ keys, configuration: { profile } }) => ({
      requests: profile === 'smoke' ? 0 : READERS.filter((key) => keys.includes(key)).length + 2 + MOST_TIMES_FULL,
    }),
    async drive(drive) {
      // Discovery has already read each of them once.
      if (drive.configuration.profile === 'smoke') return
      for (const key of READERS) if (drive.has(key)) await drive.good(name, requestTo(drive.target, name, { key }))
      await drive.good(name, withHeader(requestTo(drive.target, name), ...WISH_FOR_JSON))
      drive.jobs.whenFull(async () => {
        await drive.good(`${name} while capacity is exceeded`, requestTo(drive.target, name))
      })
      await askAnother(drive, name)
    },
  }
}

/** Judges every read of the run, and sends one like the simplest client, without Accept. */
function answers(name: Reading): Check {
  return goodRequestsAreAnswered({
    id: CLAUSES[name],
    clause: CLAUSES[name],
    suite: 'readings',
    title: `returns 2xx and JSON for ${name}, also without an Accept header`,
    expected: '2xx with JSON',
    unseen: 'no valid request was sent to this endpoint',
    phases: [readingOf(name)],
    applies: (exchange, facts) => isPlainRead(name, exchange, facts),
    holds: (exchange) => jsonOf(exchange) !== undefined,
  })
}

const WISH_FOR_JSON: Header = ['Accept', 'application/json']

/** A valid key and no unusual headers. */
function isPlainRead(name: Reading, exchange: Exchange, { target, isGood }: Facts): boolean {
  const { request, purpose } = exchange
  if (request.method !== 'GET' || request.path !== below(target, endpoint(name).path)) return false
  if (purpose.part === 'observation' || isHostile(exchange) || !isPlain(request)) return false
  const key = keyOf(request)
  return key === undefined ? purpose.keyLeftOut === true && succeeded(exchange) : isGood(key)
}

async function askAnother(drive: Driver, name: Reading): Promise<void> {
  for (const other of READINGS.filter((each) => each !== name)) {
    try {
      return void (await drive.repeatControl(await drive.control(other)))
    } catch (error) {
      if (!(error instanceof NotTested)) throw error
    }
  }
}

const modelsNotEmpty = oneAnswerRule({
  id: 'readings.models-not-empty',
  clause: 'readings.models-not-empty',
  suite: 'readings',
  title: 'lists at least one alias',
  unseen: 'no ordinary GET /models returned JSON',
  inspect(exchange, facts) {
    const { request, purpose } = exchange
    if (!isPlainRead('GET /models', exchange, facts) || !succeeded(exchange)) return undefined
    const { dialect, keyring } = facts
    const body = jsonOf(exchange)
    if (!body) return undefined
    // The list that discovery took the alias from is not empty, in whatever form.
    const isLearned = dialect.alias !== undefined && purpose.by === INTRODUCTION
    // Another account may have its own list.
    const reader = keyOf(request)
    const isOfTheAccount = reader !== undefined && keyring.areOfOneAccount(reader, dialect.learnedBy ?? 'A')
    const known = isOfTheAccount ? (dialect.models?.aliases ?? []) : []
    // Aliases may be masked differently for each reader: then other values stand in the same places.
    const isFilled = () => {
      if (dialect.models && aliasesOfForm(body.value, dialect.models.form).length > 0) return true
      return known.length > 0 || !dialect.models ? showsAnyOf(body.value, known) : saysAnything(body.value)
    }
    if (isLearned || (!isEmpty(body.value) && isFilled())) return 'kept'
    return { expected: 'at least one alias', received: receivedInWords(exchange) }
  },
})

/** Whether it contains one of the listed aliases, as a value or a key; true if none is known. */
function showsAnyOf(value: unknown, aliases: readonly string[]): boolean {
  const known = new Set(aliases)
  const isShown = (text: unknown) =>
    typeof text === 'string' && (known.has(text) || text.split(/[\s,;]+/).some((each) => known.has(each)))
  return aliases.length === 0 || [...walk(value)].some(({ way, value: each }) => isShown(each) || isShown(way.at(-1)))
}

/** For lists with unknown aliases: whether there is any value besides the field names. */
const saysAnything = (value: unknown) =>
  [...walk(value)].some(({ value: each }) => each !== null && typeof each !== 'object')

/** Empty, or only empty lists. An empty object may be a model without details. */
function isEmpty(value: unknown): boolean {
  if (value === null || (typeof value === 'object' && Object.keys(value).length === 0)) return true
  const values = [...walk(value)].map((each) => each.value)
  const lists = values.filter(Array.isArray)
  if (lists.length > 0) return lists.every((list) => list.length === 0)
  const leaves = values.filter((each) => typeof each !== 'object' || each === null)
  return leaves.length > 0 && leaves.every((leaf) => leaf === null)
}

export const readings: Suite = {
  name: 'readings',
  about: 'Models, usage, capacity and balance (§4): each returns JSON.',
  checks: [...READINGS.map(answers), modelsNotEmpty, listedAMomentAgo],
}
