import { CLIENT_SCENARIOS, usualSeconds } from '../../clients/scenarios/index.ts'
import type { ClientScenario } from '../../clients/scenarios/scenario.ts'
import { CLIENTS, type ClientToJudge } from '../../fixtures/clients/all.ts'
import { whyAbsent } from '../../fixtures/clients/of-the-machine.ts'
import { RULES } from '../../fixtures/clients/rules.ts'
import { SCENARIO_OF, type Situation } from '../../fixtures/clients/situations.ts'
import type { ClientClauseId } from '../../spec/clients/clauses.ts'

type Kinds = `${ClientToJudge['kind']} client`

/** A client in scenarios: a wrong one in all those of its situations, a right one in one of them all. */
export type ClientTrial = {
  kind: Kinds
  client: ClientToJudge
  scenarios: readonly ClientScenario[]
  /** Where a wrong one is not to show itself. */
  elsewhere: readonly ClientScenario[]
}

type Sample = { part: number; of: number }

/** How many parts there are where nobody says which: so many right ones meet so many scenarios, and so many wrong ones are tried. */
const SHORT = { right: 12, wrong: 1 }
const QUICK = { right: CLIENT_SCENARIOS.length, wrong: 6 }

export function shortClientTrials({ quick = false } = {}): ClientTrial[] {
  const { right, wrong } = quick ? QUICK : SHORT
  const of = (kinds: readonly Kinds[], parts: number) =>
    clientTrialsOf({ part: 1, of: parts }, CLIENTS, { elsewhere: false }).filter(({ kind }) => kinds.includes(kind))
  return longestFirst([...of(['right client'], right), ...of(['wrong client', 'disputed client'], wrong)])
}

/**
 * Every client, or the nth of m parts: of the wrong ones each in one part only, of the scenarios of each right one so many,
 * others than those of its neighbours. Where nothing is left out, wrong ones are looked at where all is plain as well.
 */
export function clientTrialsOf(
  sample: Sample = { part: 1, of: 1 },
  clients: readonly ClientToJudge[] = CLIENTS,
  { elsewhere = sample.of === 1 } = {},
): ClientTrial[] {
  const isInPart = (index: number) => index % sample.of === sample.part - 1
  const trials = clients.filter(isTried).flatMap((client, nth): ClientTrial[] => {
    const kind = `${client.kind} client` as const
    if (client.kind === 'right')
      return CLIENT_SCENARIOS.filter((_, index) => isInPart(index + nth)).map((scenario) => ({
        ...{ kind, client, scenarios: [scenario], elsewhere: [] },
      }))
    if (!isInPart(nth)) return []
    const scenarios = scenariosOf(client.seenIn)
    const plain = client.kind === 'wrong' && elsewhere ? scenariosOf(['plain']) : []
    return [{ kind, client, scenarios, elsewhere: plain.filter((scenario) => !scenarios.includes(scenario)) }]
  })
  return longestFirst(trials)
}

/** What takes longest goes first, so that nobody waits for it at the end. */
function longestFirst(trials: readonly ClientTrial[]): ClientTrial[] {
  const seconds = ({ scenarios, elsewhere }: ClientTrial) =>
    Math.max(...[...scenarios, ...elsewhere].map((scenario) => usualSeconds(scenario)))
  return trials.toSorted((one, other) => seconds(other) - seconds(one))
}

export function scenariosOf(situations: readonly Situation[]): ClientScenario[] {
  const names = new Set<string>(situations.map((situation) => SCENARIO_OF[situation]))
  return CLIENT_SCENARIOS.filter(({ name }) => names.has(name))
}

/** One that breaks no word of the law after all counts neither for nor against anybody. */
const isTried = (client: ClientToJudge) =>
  whyAbsent(client) === undefined && !(client.kind === 'wrong' && client.isNone !== undefined)

/** Those that this machine cannot start, and why. */
export const absentClients = (): { kind: Kinds; id: string; why: string }[] =>
  CLIENTS.flatMap((client) => {
    const why = whyAbsent(client)
    return why === undefined ? [] : [{ kind: `${client.kind} client`, id: client.id, why }]
  })

export const clausesOf = (client: ClientToJudge): readonly ClientClauseId[] =>
  client.kind === 'wrong' ? RULES[client.breaks] : []

/** By its own name, or the clauses that it breaks. */
export const askableClient = ({ kind, client }: ClientTrial) => ({ kind, names: [client.id, ...clausesOf(client)] })
