import { excerpt } from '../../engine/history/reading/words.ts'
import { type ClientTerminalOptions, clientTerminal } from '../../reporters/client/terminal.ts'
import type { ClientReport } from '../../reporters/outcome/clients/report.ts'
import { paintWith } from '../../reporters/terminal/paint.ts'
import { labelled, wrap } from '../../reporters/terminal/wrapping.ts'
import { counted } from '../../reporters/words/counted.ts'
import type { ClientPlan } from './plan.ts'

const MOST_LINES = 6

/** Text after the table of scenarios: the obstacle, failures, and other observations. */
export function certificationTerminal(
  report: ClientReport,
  { reports = [], ...options }: ClientTerminalOptions & { reports?: readonly string[] },
): string {
  const { color, width, quiet = false } = options
  const paint = paintWith(color)
  const { obstacle, scenarios, seed } = report
  const [first] = scenarios
  const blocks = [
    obstacle
      ? [
          ...wrap(`${paint('bad', 'FIRST')}  ${obstacle.what}`, width),
          ...labelled('       ', obstacle.next, width),
          ...(first?.output ?? [])
            .slice(-MOST_LINES)
            .map((line) => paint('faint', `       | ${excerpt(line, width - 12)}`)),
        ]
      : [],
    quiet ? [] : seen(report, width),
    quiet || seed === undefined ? [] : wrap(drawnWith(seed), width),
    quiet || reports.length === 0 ? [] : wrap(`Reports: ${reports.join(', ')}`, width),
  ].filter((block) => block.length > 0)
  const before = blocks.map((block) => `${block.join('\n')}\n\n`).join('')
  return before + clientTerminal(report, { ...options, concludes: true })
}

function seen({ scenarios }: ClientReport, width: number): string[] {
  return scenarios.flatMap(({ name, observed = [] }) => observed.flatMap((each) => labelled(`${name}: `, each, width)))
}

const drawnWith = (seed: number) => `Seed ${seed}: --seed ${seed} generates the same names.`

/** The plan; nothing is started. */
export function clientPlanText({ scenarios, jobs, timeoutMs, seconds, mostSeconds }: ClientPlan, seed: number): string {
  const name = Math.max(...scenarios.map((each) => each.name.length))
  const lines = scenarios.map(
    (each) => `  ${each.name.padEnd(name)} ${`${Math.round(each.seconds)} s`.padStart(6)}  ${each.about}`,
  )
  return `${[
    `${counted(scenarios.length, 'scenario')}, ${jobs} in parallel, each against its own local service:`,
    ...lines,
    `About ${inMinutes(seconds)} for a client that polls every 4 s and honours Retry-After; at most ${inMinutes(mostSeconds)} (timeout ${timeoutMs / 1000} s each).`,
    drawnWith(seed),
  ].join('\n')}\n`
}

const inMinutes = (seconds: number) => (seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`)
