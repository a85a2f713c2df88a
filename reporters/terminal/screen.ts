import type { Report } from '../../runner/report.ts'
import type { ExchangeLookup } from '../broken.ts'
import type { Paint } from './paint.ts'

/** What every part of the terminal's report is made from. */
export type Screen = { report: Report; exchange: ExchangeLookup; width: number; paint: Paint; historyPath?: string }
