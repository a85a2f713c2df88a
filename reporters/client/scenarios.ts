import { excerpt } from '../../engine/history/reading/words.ts'
import type { ScenarioReport } from '../outcome/clients/report.ts'
import type { Paint, Style } from '../terminal/paint.ts'
import { cut } from '../terminal/wrapping.ts'

/** Outcome of a scenario, shown by sign and word as well as by colour. */
export type ScenarioStanding = { tone: 'good' | 'bad' | 'warn' | 'doubtful' | 'none'; sign: string; word: string }

export function standingOfScenario(
  { verdict, untried, broken, reason }: ScenarioReport,
  isMust: (id: string) => boolean,
): ScenarioStanding {
  if (untried) return { tone: 'none', sign: '–', word: 'not tested' }
  if (verdict === 'fail')
    return broken.some(isMust)
      ? { tone: 'bad', sign: '✘', word: 'failed' }
      : { tone: 'warn', sign: '!', word: 'warning' }
  if (verdict === 'pass') return { tone: 'good', sign: '✔', word: 'passed' }
  return { tone: 'doubtful', sign: '?', word: reason === undefined ? 'nothing tested' : 'not tested' }
}

const STYLES: Record<ScenarioStanding['tone'], Style> = {
  good: 'good',
  bad: 'bad',
  warn: 'doubtful',
  doubtful: 'doubtful',
  none: 'faint',
}

type Screen = { paint: Paint; width: number }

const NAME_WIDTH = 20

/** One line of the table that is printed as scenarios finish. */
export function scenarioLine(
  scenario: ScenarioReport,
  isMust: (id: string) => boolean,
  { paint, width }: Screen,
): string {
  const { sign, tone } = standingOfScenario(scenario, isMust)
  const [name, time] = [scenario.name.padEnd(NAME_WIDTH), `${scenario.seconds.toFixed(1)} s`.padStart(8)]
  const line = cut(`${name} ${endOf(scenario).padEnd(9)} ${time}  ${saidOf(scenario)}`, width - 3)
  return `${paint(STYLES[tone], sign)} ${line}`
}

export function endOf({ exit, signal, timedOut, untried }: ScenarioReport): string {
  if (untried) return '–'
  if (timedOut) return 'timed out'
  return signal ?? (exit === null ? 'no exit' : `exit ${exit}`)
}

function saidOf({ broken, reason, about, alone }: ScenarioReport): string {
  const again = alone === undefined ? '' : ' (rerun alone)'
  if (broken.length > 0) return excerpt(`failed: ${broken.join(', ')}${again}`)
  return excerpt(`${reason ?? about}${again}`)
}
