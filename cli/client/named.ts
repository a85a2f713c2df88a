import { didYouMean } from '../../engine/config/nearest-names.ts'
import { UsageError } from '../../engine/config/target.ts'
import { CLIENT_CLAUSES, type ClientClauseId } from '../../spec/clients/clauses.ts'
import { CLIENT_SCENARIOS } from '../../tools/client/scenarios/index.ts'
import type { ClientScenario } from '../../tools/client/scenarios/scenario.ts'

/** In their defined order; default: all. */
export function scenariosNamed(names: readonly string[] | undefined): readonly ClientScenario[] {
  if (names === undefined) return CLIENT_SCENARIOS
  const known = CLIENT_SCENARIOS.map(({ name }) => name)
  for (const name of names)
    if (!known.includes(name))
      throw new UsageError(
        `--scenario ${name}: unknown scenario.${didYouMean(name, known)} "npx gatecheck client --plan" lists all`,
      )
  return CLIENT_SCENARIOS.filter(({ name }) => names.includes(name))
}

/** Undefined without patterns: all clauses. */
export function clausesNamed(patterns: readonly string[] | undefined): ClientClauseId[] | undefined {
  if (patterns === undefined) return undefined
  const ids = CLIENT_CLAUSES.map(({ id }) => id)
  const found = patterns.flatMap((pattern) => {
    const own = ids.filter((id) => id === pattern || id.includes(pattern.toLowerCase()))
    if (own.length === 0)
      throw new UsageError(`--only ${pattern}: matches no clause for clients.${didYouMean(pattern, ids)}`)
    return own
  })
  return ids.filter((id) => found.includes(id))
}
