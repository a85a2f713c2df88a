import { below } from '../../engine/config/target.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { undecided } from '../../engine/judge/probes.ts'
import type { Relayed, RelayedAnswer } from '../../engine/pact/relay.ts'
import type { Contract, Interaction } from '../../engine/pact/verifier.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import { NotTried } from '../../engine/run/driving/not-tried.ts'
import { controlOf, once } from './asked-again.ts'
import { CONTRACT, endpointOf, headersOf, isAcceptedSubmission, isGood, isSubmission, promiseOf } from './contract.ts'
import { STATES, valuesOf } from './states.ts'
import { toldOf } from './unread.ts'
import { type Tools, withVerifier } from './with-verifier.ts'

export const verifyContract = (drive: Drive): Promise<void> =>
  withVerifier(drive, async (tools) => {
    for (const interaction of cheapestFirst(CONTRACT)) await verifyOne(drive, interaction, tools)
  })

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
    const found = await ask().catch(once(ask))
    if (!exchange) throw new Error(`Pact sent no request for ${description}`)
    const { mismatches, doubt: unread } = toldOf(exchange, found)
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
    if (!(error instanceof NotTried)) throw error
    drive.gap(description, error)
  }
}

const NO_JOBS = 'each costs a job; use --profile full'

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
