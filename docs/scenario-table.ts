import { markdownTable } from '../bench/markdown-table.ts'
import { SCENARIOS } from '../service/scenarios/index.ts'
import type { Parameter } from '../service/scenarios/scenario.ts'

/** What can be played, for docs/serve.md; the dialects are told where dialects are. */
export function scenarioTable(): string {
  const scenarios = SCENARIOS.filter(({ kind }) => kind === 'scenario')
  const rows = scenarios.map(({ name, summary, parameters }) => [
    `\`${name}\``,
    summary,
    parameters.map(told).join(', ') || '–',
  ])
  return markdownTable([['scenario', 'what happens', 'what can be said'], ...rows])
}

function told({ name, usual }: Parameter): string {
  return usual === undefined ? `\`${name}\`` : `\`${name}=${usual}\``
}
