import type { Drive } from '../../runner/driving/drive.ts'
import { NotTried } from '../../runner/driving/not-tried.ts'
import type { Exchange } from '../../runner/history/exchange.ts'
import { succeeded } from '../../runner/history/reading.ts'
import { receivedInWords } from '../../runner/history/words.ts'
import { isAboutMoney, undecided } from '../../runner/judging/probes.ts'
import { Relay, type Relayed, type RelayedAnswer } from '../../runner/pact/relay.ts'
import { type Contract, type Interaction, NoPactHere, NoResult, PactVerifier } from '../../runner/pact/verifier.ts'
import { below } from '../../runner/settings/target.ts'
import { READINGS } from '../../spec/endpoints.ts'
import { CONTRACT, endpointOf, headersOf, isAcceptedSubmission, isGood, isSubmission, promiseOf } from './contract.ts'
import { STATES, valuesOf } from './states.ts'

type Tools = { relay: Relay; verifier: PactVerifier }

/** Pact talks to the relay, and the relay through the client of the run: paced, counted and written down like all else. */
export async function verifyContract(drive: Drive): Promise<void> {
  const verifier = await PactVerifier.start().catch((error: unknown) => {
    if (error instanceof NoPactHere) drive.notTried(error.message)
    throw error
  })
  try {
    const relay = await Relay.start()
    try {
      for (const interaction of cheapestFirst(CONTRACT)) await verifyOne(drive, interaction, { relay, verifier })
    } finally {
      await relay.close()
    }
  } finally {
    await verifier.close()
  }
}

/** What needs no job goes ahead while jobs ripen. */
function cheapestFirst({ interactions }: Contract): Interaction[] {
  const waits = ({ providerStates = [] }: Interaction) =>
    providerStates.filter(({ name }) => STATES[name]?.waits).length
  return [...interactions].sort((a, b) => waits(a) - waits(b))
}

async function verifyOne(drive: Drive, interaction: Interaction, { relay, verifier }: Tools): Promise<void> {
  const { description } = interaction
  try {
    if (isAcceptedSubmission(interaction) && !maySpendJobs(drive.configuration))
      drive.notTried(NO_JOBS, { kind: 'profile', least: 'full' })
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
    const mismatches = await ask().catch(once(ask))
    if (!exchange) throw new Error(`Pact sent nothing for ${description}`)
    const control = mismatches.length > 0 ? await controlOf(drive, interaction, exchange) : undefined
    const doubt = undecided(exchange) ?? control?.doubt
    const evidence = [...(control && control.n !== exchange.n ? [control.n] : []), exchange.n]
    const expected = promiseOf(interaction)
    drive.found({ case: description, expected, mismatches, evidence, ...(doubt && { doubt }) })
  } catch (error) {
    if (!(error instanceof NotTried)) throw error
    drive.gap(description, error)
  }
}

/** Asked again where Pact came to no result; one that does not answer twice leaves the case untried. */
function once<T>(again: () => Promise<T>): (error: unknown) => Promise<T> {
  return async (error) => {
    if (!(error instanceof NoResult)) throw error
    return again().catch((second: unknown) => {
      throw second instanceof NoResult ? new NotTried(second.message, { kind: 'not decided' }) : second
    })
  }
}

const NO_JOBS = 'it costs a job, which --profile full spends, and --only pact'

export function maySpendJobs({ profile, only }: Pick<Drive['configuration'], 'profile' | 'only'>): boolean {
  return profile === 'full' || only.length > 0
}

async function send(drive: Drive, interaction: Interaction, { method, path, body }: Relayed): Promise<Exchange> {
  const { description } = interaction
  const headers = headersOf(interaction)
  if (isAcceptedSubmission(interaction)) {
    return (await drive.jobs.submit(body, { headers, purpose: { case: description } })).exchange
  }
  const request = { method, path: below(drive.target, path), headers }
  if (isGood(interaction)) return drive.good(description, request)
  return drive.probe(description, await drive.twin(endpointOf(interaction)), {
    ...request,
    ...(isSubmission(interaction) && { body }),
  })
}

type Control = { n: number; doubt?: string }

/** A refusal counts only if a good request succeeds behind it: the credits may have run out, or the server gone down. */
async function controlOf(drive: Drive, interaction: Interaction, exchange: Exchange): Promise<Control> {
  const { n } = exchange
  if (isAcceptedSubmission(interaction) && isAboutMoney(exchange))
    return { n, doubt: `${receivedInWords(exchange)}: credits or rights may have run out` }
  const again = isAcceptedSubmission(interaction) ? await submitAgain(drive) : await readAgain(drive, interaction)
  return succeeded(again) ? { n: again.n } : { n, doubt: 'no good request succeeded behind it' }
}

async function submitAgain(drive: Drive): Promise<Exchange> {
  const { request } = await drive.twin('POST /videos')
  const purpose = { part: 'control' as const, case: 'the plainest submission again' }
  return (await drive.jobs.submit(request.body ?? '', { purpose })).exchange
}

async function readAgain(drive: Drive, { request }: Interaction): Promise<Exchange> {
  const others = READINGS.filter((name) => !name.endsWith(request.path))
  for (const name of others) {
    const twin = await drive.twin(name).catch(() => undefined)
    if (twin) return drive.control(twin)
  }
  return drive.notTried('no reading was seen to succeed')
}
