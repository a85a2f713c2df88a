import type { RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { recordingOf } from '../../engine/history/recording.ts'
import type { Report } from '../outcome/report.ts'
import { sampleExchange } from '../outcome/sample-report-for-tests.ts'
import { type TerminalOptions, terminalReport } from './terminal.ts'

export const shown = (report: Report, request?: RequestTemplate) => ({
  report,
  history: recordingOf(Array.from({ length: 60 }, (_, index) => sampleExchange(index + 1, request))),
})

export const render = (report: Report, options: Partial<TerminalOptions> = {}) =>
  terminalReport(shown(report), { color: false, width: 100, ...options })
