import type { LogEntry } from '../../../drift/log.ts'
import type { DriftReport } from '../../../drift/report.ts'
import { documentOf } from '../../html/document.ts'
import { html } from '../../html/markup.ts'
import type { Places } from '../commands.ts'
import { concludeDrift } from '../conclusion.ts'
import { cards } from './cards.ts'
import { firstScreen } from './first-screen.ts'
import { history } from './history.ts'
import { lists } from './lists.ts'
import { interfaceMap } from './map.ts'
import { DRIFT_STYLE } from './style.ts'

/** A check as a page that needs nothing beside it; with the log of other days, a calendar of them. */
export function driftPage(report: DriftReport, log: readonly LogEntry[] = [], places: Places = {}): string {
  const { word } = concludeDrift(report)
  const parts = [
    ['breaking', 'Breaking', cards('breaking', report, places)],
    ['elsewhere', 'Elsewhere', cards('elsewhere', report, places)],
    ['compatible', 'Compatible', cards('compatible', report, places)],
    ['history', 'History', history(report, log)],
  ] as const
  const shown = parts.filter(([, , { text }]) => text !== '')
  return documentOf({
    title: `${word}: ${report.target.baseUrl}, gatecheck drift`,
    style: DRIFT_STYLE,
    links: [...shown.map(([id, name]) => [id, name]), ['proof', 'Proof']],
    main: html`${firstScreen(report)}
${interfaceMap(report)}
${shown.map(([, , part]) => part)}
${lists(report)}`,
    footer: html`Made by ${report.suite.name} ${report.suite.version} from a baseline and <code>history.jsonl</code>; the same is in <code>drift.json</code>. <code>gatecheck drift diff</code> says it again, offline.`,
  })
}
