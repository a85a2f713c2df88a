import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isRecord } from '../../engine/history/reading/reading.ts'
import { type AboutRule, type Check, rule } from '../../engine/judge/check.ts'
import { fail, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import type { Phase } from '../../engine/run/driving/phase.ts'
import { mostReads, readEachJobAgain } from './each-job.ts'
import { isFinal, jobRecord } from './polls.ts'
import { isWebAddress } from './record.ts'

type Ending = { record: Record<string, unknown>; n: number; received: number }
type Notes = { endings: Map<number, Ending>; later: number[]; violations: Violation[] }

type Question = (record: Record<string, unknown>, ending: Ending) => { expected: string; received: string } | undefined

/**
 * Looks at every read of a job that was sent after its final status had been received. Two reads under way at once
 * have no order, so neither of them speaks against the other.
 */
function onceFinal(
  named: Omit<AboutRule, 'suite'>,
  isEnding: (record: Record<string, unknown>) => boolean,
  ask: Question,
): Check {
  const judgeRead = (notes: Notes, exchange: Exchange) => {
    const record = jobRecord(exchange)
    const ending = notes.endings.get(exchange.purpose.job!)
    if (!record || !ending || exchange.sent < ending.received) return
    notes.later.push(exchange.n)
    const broken = ask(record, ending)
    if (broken) notes.violations.push({ ...broken, evidence: [ending.n, exchange.n] })
  }
  return rule<Notes>({
    suite: 'lifecycle',
    needs: ['finished-job'],
    ...named,
    begin: () => ({ endings: new Map(), later: [], violations: [] }),
    see(notes, exchange) {
      const record = jobRecord(exchange)
      if (!record) return
      const { job } = exchange.purpose
      const ending = notes.endings.get(job!)
      if (ending) judgeRead(notes, exchange)
      if (isEnding(record) && (!ending || exchange.received < ending.received)) {
        notes.endings.set(job!, { record, n: exchange.n, received: exchange.received })
      }
    },
    conclude({ later, violations }) {
      if (violations.length > 0) return fail(violations, later.length)
      return later.length === 0
        ? skip('no job was polled again after it finished')
        : pass(later.length, later.slice(0, 20))
    },
  })
}

const READ_AGAIN: Phase = {
  name: 'jobs.final-stays-final',
  max: (input) => ({ requests: mostReads(input) }),
  drive: readEachJobAgain,
}

export const finalStaysFinal = onceFinal(
  {
    id: 'jobs.final-stays-final',
    clause: 'jobs.final-stays-final',
    title: 'returns the same final status on every later poll: at once, in parallel and some seconds later',
    phases: [READ_AGAIN],
  },
  ({ status }) => isFinal(status),
  ({ status }, ending) =>
    status === ending.record.status
      ? undefined
      : {
          expected: `status "${ending.record.status}", as in an earlier poll`,
          received: `status ${JSON.stringify(status)}`,
        },
)

export const finalKeepsItsResult = onceFinal(
  {
    id: 'jobs.final-keeps-its-result',
    clause: 'jobs.final-keeps-its-result',
    title: 'still returns the url or the error on every later poll of a final job',
  },
  // A job that never shows a result breaks another clause, and one that shows another status a third.
  (record) => isFinal(record.status) && showsResult(record),
  (record, ending) => {
    const { status } = ending.record
    if (record.status !== status || showsResult(record)) return undefined
    return status === 'succeeded'
      ? { expected: 'a url, as when the job finished', received: `url ${JSON.stringify(record.url)}` }
      : { expected: 'an error, as when the job finished', received: `error ${JSON.stringify(record.error)}` }
  },
)

function showsResult({ status, url, error }: Record<string, unknown>): boolean {
  return status === 'succeeded' ? isWebAddress(url) : isRecord(error)
}
