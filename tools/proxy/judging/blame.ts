import type { Recording } from '../../../engine/history/recording.ts'
import { isObservation, type Suite } from '../../../engine/judge/check.ts'
import type { ClientJudging } from '../../../engine/judge/clients/judging.ts'
import type { ClientViolation } from '../../../engine/judge/clients/verdict.ts'
import { judging } from '../../../engine/judge/judging.ts'
import { clause } from '../../../spec/clauses.ts'
import { clientClause } from '../../../spec/clients/clauses.ts'

/** A failure of the server or a client, as known so far. */
export type Blame = {
  side: 'server' | 'client'
  /** Id of the check that found it. */
  id: string
  clause: string
  level: string
  title: string
  expected: string
  received: string
  cases: number
  /** The exchanges that show it best, in order. */
  shown: number[]
}

/** Finds the failures of one side in the recording so far, step by step. */
export type Judge = (recording: Recording) => Generator<void, Blame[]>

/** The judges of observed traffic. */
export const judgeOfServer = (suites: readonly Suite[]): Judge =>
  function* (recording) {
    const { judged } = yield* judging(recording, suites)
    return judged.flatMap(({ check, verdict }): Blame[] => {
      if (isObservation(check) || verdict?.verdict !== 'fail') return []
      const { expected, received, cases, evidence, violations } = verdict
      const { level } = clause(check.clause)
      const shown = (violations[0]?.evidence ?? evidence).slice(-MOST_SHOWN)
      const said = { id: check.id, clause: check.clause, level, title: check.title }
      return [{ side: 'server', ...said, expected, received, cases, shown }]
    })
  }

/** Judges of clients, which keep state between rounds. */
export const judgeOfClients = (clients: ClientJudging): Judge =>
  function* (recording) {
    const { clauses } = yield* clients.judging(recording)
    return clauses.flatMap(({ id, level, verdict }): Blame[] => {
      if (verdict.verdict !== 'fail') return []
      const { expected, received, cases, violations } = verdict
      const [{ evidence, beside }] = violations as [ClientViolation]
      const shown = [...new Set([...(beside === undefined ? [] : [beside]), ...evidence.slice(-MOST_SHOWN)])]
      const title = clientClause(id).rule
      return [
        { side: 'client', id, clause: id, level, title, expected, received, cases, shown: shown.sort((a, b) => a - b) },
      ]
    })
  }

const MOST_SHOWN = 3
