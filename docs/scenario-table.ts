import { markdownTable } from '../bench/markdown-table.ts'
import { SCENARIOS } from '../service/scenarios/index.ts'
import type { Parameter } from '../service/scenarios/scenario.ts'

/** The scenarios of the reference service, without the dialects, for docs/reference/scenarios.md. */
export function scenarioTable(): string {
  const scenarios = SCENARIOS.filter(({ kind }) => kind === 'scenario')
  const rows = scenarios.map(({ name, summary, parameters }) => [
    `\`${name}\``,
    summary,
    parameters.map(told).join(', ') || '–',
  ])
  return markdownTable([['scenario', 'effect', 'settings and defaults'], ...rows])
}

function told({ name, usual }: Parameter): string {
  return usual === undefined ? `\`${name}\`` : `\`${name}=${usual}\``
}
