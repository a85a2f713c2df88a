import './library/node-version.ts'

/** Wrong usage; the message says what to do. */
export { UsageError } from './engine/config/target.ts'
export { defineConfig } from './library/config.ts'
export type { Exchange, Finding, ReportName } from './library/finding.ts'
export { type JudgeResult, judge, type RecordedTraffic } from './library/judge.ts'
export {
  type CheckOfClause,
  clauses,
  type LawClause,
  type LawClientClause,
  type LawClientOpenPoint,
  type LawOpenPoint,
  openapi,
} from './library/law.ts'
export type {
  Choices,
  Config,
  Keys,
  Output,
  Plan,
  PlanOptions,
  PriceList,
  ProgressEvent,
  RunOptions,
  Server,
  Size,
  Time,
} from './library/options.ts'
export { plan, type RunResult, run } from './library/run.ts'
export type { Running } from './library/running.ts'
export type { ClientReport } from './reporters/outcome/clients/report.ts'
export type { Report } from './reporters/outcome/report.ts'
