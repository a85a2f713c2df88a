import { below } from '../../engine/config/target.ts'
import type { Exchange, Header } from '../../engine/history/entry/exchange.ts'
import { jsonOf, recordOf, succeeded, whyUnread } from '../../engine/history/reading/reading.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { inPath } from '../../engine/http/requests.ts'
import { isAboutMoney, undecided } from '../../engine/judge/probes.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import { Relay, type Relayed, type RelayedAnswer } from '../../engine/pact/relay.ts'
import {
  type Contract,
  type Interaction,
  type Mismatch,
  NoPactHere,
  NoResult,
  PactVerifier,
} from '../../engine/pact/verifier.ts'
import type { Driver } from '../../engine/run/driver.ts'
import type { DriverJobs } from '../../engine/run/driver-jobs.ts'
import { NotTested } from '../../engine/run/not-tested.ts'
import { missingInWords, type Need } from '../../spec/clause.ts'
import { ENDPOINTS, type EndpointName, endpoint, READINGS } from '../../spec/endpoints.ts'
import contract from '../../spec/pacts/reference-client-video-service.json' with { type: 'json' }
import { FIELDS } from '../../spec/words.ts'
import { chanceOfAJob, IMPLAUSIBLE, idLike } from '../inputs/ids.ts'

export const CONTRACT = contract as unknown as Contract

/** The keys of the contract's examples, and which of the run stands for each. */
const KEYS: Record<string, KeyName> = {
  'Bearer cl_reference-client': 'A',
  'Bearer cl_other-account': 'B',
  'Bearer cl_never-issued': 'U',
}

/** The headers of the contract, without those that Pact adds. */
function headersOf({ request }: Interaction): Header[] {
  return Object.entries(request.headers ?? {}).flatMap(([name, values]) =>
    values.map((value): Header => {
      const key = name === 'Authorization' ? KEYS[value] : undefined
      return [name, key ? `Bearer {{${key}}}` : value]
    }),
  )
}

function isSubmission({ request }: Interaction): boolean {
  return request.method === 'POST'
}

/** Expects the request to succeed. */
const isGood = ({ response }: Interaction): boolean => response.status >= 200 && response.status < 300

function endpointOf({ request: { method, path } }: Interaction): EndpointName {
  const found = ENDPOINTS.find(
    (each) =>
      each.method === method && (each.path === path || (each.path.includes('{id}') && path.startsWith('/videos/'))),
  )
  if (!found) throw new Error(`the contract requests an unknown endpoint: ${method} ${path}`)
  return found.name
}

/** Such a submission creates a job, which costs money. */
export function isAcceptedSubmission(interaction: Interaction): boolean {
  return isSubmission(interaction) && interaction.response.status === endpoint('POST /videos').success
}

function promiseOf({ response }: Interaction): string {
  const { status, body, matchingRules } = response
  const class_ = `a ${Math.floor(status / 100)}xx`
  const inStatus = matchingRules?.status && Object.keys(matchingRules.status).length > 0 ? class_ : String(status)
  return body?.content === undefined ? inStatus : `${inStatus} with JSON like ${JSON.stringify(body.content)}`
}

/** Retries once without a result from Pact; after a second failure the interaction is not tested. */
export function once<T>(again: () => Promise<T>): (error: unknown) => Promise<T> {
  return async (error) => {
    if (!(error instanceof NoResult)) throw error
    return again().catch((second: unknown) => {
      throw second instanceof NoResult ? new NotTested(second.message, { kind: 'not decided' }) : second
    })
  }
}

/** `isSubmission`: it has to be accepted. */
type Asked = { isSubmission: boolean; path: string }
type Control = { n: number; doubt?: string }

/** A refusal counts only if a good request succeeds after it: credits may have run out, or the server may be down. */
export async function controlOf(drive: Driver, exchange: Exchange, { isSubmission, path }: Asked): Promise<Control> {
  const { n } = exchange
  if (isSubmission && isAboutMoney(exchange))
    return { n, doubt: `${receivedInWords(exchange)}: the account may lack credits or permissions` }
  const again = isSubmission ? await submitAgain(drive) : await readAgain(drive, path)
  return succeeded(again) ? { n: again.n } : { n, doubt: 'no control request succeeded after it' }
}

async function submitAgain(drive: Driver): Promise<Exchange> {
  const { request } = await drive.control('POST /videos')
  const purpose = { case: 'the plainest submission again' }
  return (await drive.jobs.submit(request.body ?? '', { as: 'control', purpose })).exchange
}

async function readAgain(drive: Driver, path: string): Promise<Exchange> {
  const others = READINGS.filter((name) => !name.endsWith(path))
  for (const name of others) {
    const twin = await drive.control(name).catch(() => undefined)
    if (twin) return drive.repeatControl(twin)
  }
  return drive.notTested('no GET request succeeded')
}

/** The mismatches that count, or all of them with the reason for doubt. */
type Counted = { mismatches: string[]; doubt?: string }

/**
 * Excludes body mismatches if the recorded body is truncated or Pact cannot parse it: numbers beyond a double, lone
 * surrogates, nesting deeper than 128.
 */
export function countedOf(exchange: Exchange, mismatches: readonly Mismatch[]): Counted {
  const why = whyUnread(exchange) ?? whyUnparsed(exchange, mismatches)
  const counting = why === undefined ? mismatches : mismatches.filter((each) => each.of !== 'the body')
  const isDoubtful = mismatches.length > 0 && counting.length === 0
  return {
    mismatches: (isDoubtful ? mismatches : counting).map(({ words }) => words),
    ...(isDoubtful && { doubt: `the body cannot be read: ${why}` }),
  }
}

function whyUnparsed(exchange: Exchange, mismatches: readonly Mismatch[]): string | undefined {
  const unparsed = mismatches.find(({ isUnparsed }) => isUnparsed)
  if (!unparsed || !jsonOf(exchange)) return undefined
  return `it is JSON that Pact's verifier cannot read (${unparsed.words})`
}

export type Tools = { relay: Relay; verifier: PactVerifier }

/** Pact sends requests through a relay, so that the run's client paces, counts and records them. */
export async function withVerifier(drive: Driver, act: (tools: Tools) => Promise<void>): Promise<void> {
  const verifier = await PactVerifier.start().catch((error: unknown) => {
    if (error instanceof NoPactHere) drive.notTested(error.message)
    throw error
  })
  try {
    const relay = await Relay.start()
    try {
      await act({ relay, verifier })
    } finally {
      await relay.close()
    }
  } finally {
    await verifier.close()
  }
}

type Values = Record<string, string>

/** A seed offset that no other check uses. */
const OWN_DRAW = 7001

const AN_IMAGE = 'an image that the service may use'

/** Without an image from the user, such interactions cannot be sent. */
export const isWithinReach = ({ providerStates = [] }: Interaction, { imageUrl }: Driver['configuration']) =>
  imageUrl !== undefined || providerStates.every(({ name }) => name !== AN_IMAGE)
/** waits: needs a job of the run · longIds: with short ids, any id may be a job's, so finding one proves nothing. */
type State = { make(drive: Driver): Values | Promise<Values>; waits?: true; longIds?: true }

/** Sets up each provider state over HTTP and with the jobs of the run. */
export const STATES: Record<string, State> = {
  'an alias is listed': {
    make(drive) {
      const alias = drive.configuration.model ?? drive.dialect.alias
      return alias === undefined ? drive.notTested('GET /models lists no alias to submit a job with') : { alias }
    },
  },
  [AN_IMAGE]: {
    make(drive) {
      const image = drive.configuration.imageUrl
      return image === undefined ? lacks(drive, 'image') : { image }
    },
  },
  'a key of another account': {
    make: (drive) => (drive.has('B') ? {} : lacks(drive, 'other-account-key')),
    longIds: true,
  },
  'a job that succeeded': {
    async make(drive) {
      const job = await drive.jobs.finished()
      if (statusIn(job) === 'succeeded') return idOf(job)
      const other = (await drive.jobs.ended()).find((each) => each.key === 'A' && statusIn(each) === 'succeeded')
      return other ? idOf(other) : drive.notTested('no job of the run has succeeded')
    },
    waits: true,
  },
  'a job that failed': {
    async make(drive) {
      const failed = (await drive.jobs.ended()).find((each) => each.key === 'A' && statusIn(each) === 'failed')
      return failed ? idOf(failed) : failAJob(drive)
    },
    waits: true,
  },
  'an id that no job has': {
    async make(drive) {
      const { id } = await drive.jobs.first()
      return { id: inPath(idLike(id, drive.configuration.seed + OWN_DRAW)) }
    },
    waits: true,
    longIds: true,
  },
}

const lacks = (drive: Driver, need: Need) => drive.notTested(missingInWords(need), { kind: 'missing', need })

export async function valuesOf(drive: Driver, names: readonly string[]): Promise<Values> {
  const made: Values = {}
  for (const name of names) {
    const state = STATES[name]
    if (!state) throw new Error(`the contract uses an unknown provider state: ${name}`)
    Object.assign(made, await state.make(drive))
    if (state.longIds && chanceOfAJob((await drive.jobs.first()).id) > IMPLAUSIBLE)
      drive.notTested('ids are so short that any id may belong to a job')
  }
  return made
}

type Ended = Awaited<ReturnType<DriverJobs['ended']>>[number]

const statusIn = ({ final }: Ended) => final && recordOf(final)?.status
const idOf = ({ id }: Ended): Values => ({ id: inPath(id) })

export const makesAFailingJob = ({ failingPrompt, only }: Driver['configuration']) =>
  failingPrompt !== undefined && only.length > 0

/** Only if the contract was selected explicitly: a whole run has such a job already, or may not make one. */
async function failAJob(drive: Driver): Promise<Values> {
  const { failingPrompt } = drive.configuration
  const alias = drive.configuration.model ?? drive.dialect.alias
  if (!makesAFailingJob(drive.configuration) || alias === undefined)
    return drive.notTested('no job of the run has failed (GATECHECK_FAILING_PROMPT makes one)', {
      kind: 'missing',
      need: 'failing-prompt',
    })
  const body = JSON.stringify({ model: alias, prompt: failingPrompt, duration: FIELDS.duration.least })
  const { exchange, job } = await drive.jobs.submit(body, {
    purpose: { case: 'the prompt in GATECHECK_FAILING_PROMPT' },
  })
  await job?.end
  const failed = succeeded(exchange) && job && statusIn(job) === 'failed'
  return failed ? idOf(job) : drive.notTested('the prompt in GATECHECK_FAILING_PROMPT did not fail')
}

export const verifyContract = (drive: Driver): Promise<void> =>
  withVerifier(drive, async (tools) => {
    for (const interaction of cheapestFirst(CONTRACT)) await verifyOne(drive, interaction, tools)
  })

/** Interactions that need no job come first, while jobs proceed. */
function cheapestFirst({ interactions }: Contract): Interaction[] {
  const waits = ({ providerStates = [] }: Interaction) =>
    providerStates.filter(({ name }) => STATES[name]?.waits).length
  return [...interactions].sort((a, b) => waits(a) - waits(b))
}

async function verifyOne(drive: Driver, interaction: Interaction, { relay, verifier }: Tools): Promise<void> {
  const { description } = interaction
  try {
    if (isAcceptedSubmission(interaction) && !maySpendJobs(drive.configuration))
      drive.notTested(NO_JOBS, { kind: 'profile', least: 'full' })
    const values = await valuesOf(
      drive,
      (interaction.providerStates ?? []).map(({ name }) => name),
    )
    let exchange: Exchange | undefined
    const forward = async (request: Relayed): Promise<RelayedAnswer> => {
      exchange = await send(drive, interaction, request)
      const { status, headers, body } = exchange.answer ?? { status: 502, headers: [], body: '' }
      return { status, headers, body }
    }
    const ask = () =>
      relay.during({ values, forward }, () =>
        verifier.mismatches({
          contract: { ...CONTRACT, interactions: [interaction] },
          baseUrl: relay.baseUrl,
          statesUrl: relay.statesUrl,
          timeoutMs: drive.configuration.deadlineMs,
        }),
      )
    const found = await ask().catch(once(ask))
    if (!exchange) throw new Error(`Pact sent no request for ${description}`)
    const { mismatches, doubt: unread } = countedOf(exchange, found)
    const control =
      mismatches.length > 0 && unread === undefined
        ? await controlOf(drive, exchange, {
            isSubmission: isAcceptedSubmission(interaction),
            path: interaction.request.path,
          })
        : undefined
    const doubt = undecided(exchange) ?? unread ?? control?.doubt
    const evidence = [...(control && control.n !== exchange.n ? [control.n] : []), exchange.n]
    const expected = promiseOf(interaction)
    drive.found({ case: description, expected, mismatches, evidence, ...(doubt && { doubt }) })
  } catch (error) {
    if (!(error instanceof NotTested)) throw error
    drive.gap(description, error)
  }
}

const NO_JOBS = 'each costs a job; use --profile full'

export function maySpendJobs({ profile, only }: Pick<Driver['configuration'], 'profile' | 'only'>): boolean {
  return profile === 'full' || only.length > 0
}

async function send(drive: Driver, interaction: Interaction, { method, path, body }: Relayed): Promise<Exchange> {
  const { description } = interaction
  const headers = headersOf(interaction)
  if (isAcceptedSubmission(interaction)) {
    return (await drive.jobs.submit(body, { headers, purpose: { case: description } })).exchange
  }
  const request = { method, path: below(drive.target, path), headers }
  if (isGood(interaction)) return drive.good(description, request)
  return drive.probe(description, await drive.control(endpointOf(interaction)), {
    ...request,
    ...(isSubmission(interaction) && { body }),
  })
}
