import type { Wishes } from '../../engine/config/configuration.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import { exchangesOf, type RunSeen, runAgainst } from '../whole-runs/run-for-tests.ts'
import { QUIET } from './phase.ts'

type Options = Parameters<typeof runAgainst>[0]

/** Jobs of six polls. */
export const watch = (options: Options = {}, wishes: Wishes = {}) =>
  runAgainst({ polls: 6, ...options }, { profile: 'full', only: ['quiet'], deadlineMs: 600_000, ...wishes })

export const ofThePhase = (run: RunSeen) => exchangesOf(run).filter(({ purpose }) => purpose.by === QUIET.name)
export const isSubmission = ({ purpose }: Exchange) => purpose.part === 'submission'
/** Key and purpose of each job of the phase. */
export const jobsOf = (run: RunSeen) =>
  ofThePhase(run)
    .filter((each) => isSubmission(each) && each.answer?.status === 202)
    .map(({ purpose, request }) => `${keyOf(request)}: ${purpose.case}`)

export const verdicts = ({ report }: RunSeen) => new Set(report.checks.map(({ verdict }) => verdict))
export const failing = ({ report }: RunSeen) =>
  report.checks.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
export const allPass = new Set(['pass'])
