import type { Cost, Phase, Prospect } from '../driving/phase.ts'

/** Whoever looks ahead asks for the same few again and again: with each deadline, as usual and where all is taken on. */
const AT_HAND = 8

const lately = new Map<string, Map<Phase, Cost>>()

/** What each phase says that it costs, asked once: it depends on all that is known of a run but its deadline. */
export function costsWith(phases: readonly Phase[], prospect: Prospect): Map<Phase, Cost> {
  const known = saidWith(prospect)
  return new Map(
    phases.map((phase) => {
      const cost = known.get(phase) ?? phase.cost(prospect)
      known.set(phase, cost)
      return [phase, cost]
    }),
  )
}

function saidWith(prospect: Prospect): Map<Phase, Cost> {
  const name = nameOf(prospect)
  const said = lately.get(name) ?? new Map<Phase, Cost>()
  lately.delete(name)
  lately.set(name, said)
  if (lately.size > AT_HAND) lately.delete(lately.keys().next().value!)
  return said
}

/** Two prospects of the same name are the same to every phase. */
function nameOf({ target, configuration, keys, lengthOf, leeway, ...others }: Prospect): string {
  const { deadlineMs: _, ...told } = configuration
  const { jobs, visited, succeeding } = others
  const lengths = keys.map((key) => [key, lengthOf(key)])
  const inText = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
  return JSON.stringify([target, told, lengths, leeway, jobs, visited, succeeding], inText)
}
