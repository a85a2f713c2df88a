import { CLIENTS, type ClientToJudge } from '../../../fixtures/clients/all.ts'
import { missingOf } from '../../../fixtures/clients/programs.ts'
import { CLIENT_SCENARIOS, usualSeconds } from '../../client/scenarios/index.ts'
import type { ClientScenario } from '../../client/scenarios/scenario.ts'

type Kinds = `${ClientToJudge['kind']} client`

/** A wrong client in the scenarios that show its fault, or a correct one in one scenario. */
export type ClientTrial = { kind: Kinds; client: ClientToJudge; scenarios: readonly ClientScenario[] }

/** Each correct client gets every nth scenario; the seed chooses which. */
const EVERY = 6

export function clientTrialsOf(seed: number): ClientTrial[] {
  const trials = CLIENTS.filter((client) => whyAbsent(client) === undefined).flatMap((client, nth): ClientTrial[] => {
    const kind = `${client.kind} client` as const
    if (client.kind === 'wrong') return [{ kind, client, scenarios: scenariosOf(client.scenarios) }]
    return CLIENT_SCENARIOS.filter((_, index) => (index + nth + seed) % EVERY === 0).map((scenario) => ({
      ...{ kind, client, scenarios: [scenario] },
    }))
  })
  return longestFirst(trials)
}

/** Longest first, so that no trial is left running alone at the end. */
function longestFirst(trials: readonly ClientTrial[]): ClientTrial[] {
  const seconds = ({ scenarios }: ClientTrial) => Math.max(...scenarios.map((scenario) => usualSeconds(scenario)))
  return trials.toSorted((one, other) => seconds(other) - seconds(one))
}

export const scenariosOf = (names: readonly string[]): ClientScenario[] =>
  CLIENT_SCENARIOS.filter(({ name }) => names.includes(name))

function whyAbsent(client: ClientToJudge): string | undefined {
  if (client.isSourceOnly && !import.meta.url.endsWith('.ts')) return 'it is not part of the published package'
  const missing = missingOf(client)
  return missing.length === 0 ? undefined : `there is no ${missing.join(', no ')} on PATH`
}

/** The clients that this machine cannot start, and why. */
export const absentClients = (): { kind: Kinds; id: string; why: string }[] =>
  CLIENTS.flatMap((client) => {
    const why = whyAbsent(client)
    return why === undefined ? [] : [{ kind: `${client.kind} client`, id: client.id, why }]
  })

/** Selected by its id, or the clause that it violates. */
export const askableClient = ({ kind, client }: ClientTrial) => ({
  kind,
  names: client.kind === 'wrong' ? [client.id, client.breaks] : [client.id],
})
