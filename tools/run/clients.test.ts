import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../engine/history/entry/entries.ts'
import { History } from '../../engine/history/history.ts'
import { judgeWritten } from '../../engine/run/run.ts'
import { harReport } from '../../reporters/har/har.ts'
import { reported } from '../../reporters/outcome/run.ts'
import { asksElsewhere, history, polls, submits } from '../../suites/clients/scenes-for-tests.ts'
import { clientsSeen, judgeTraffic } from './traffic.ts'

/** A client that polls too fast; once excused by a lost response, and once by a delayed recorder. */
const EVENTS = [
  submits(0),
  polls(3, 'running', { lost: true, connection: 7, http: '1.0' }),
  polls(3.1),
  polls(10),
  polls(11),
  polls(15, 'succeeded'),
  asksElsewhere(16, 'https://files.test/job-1.mp4?sig=a%20b', { authorization: 'Bearer {{K1}}' }),
]
const LATE = { late: [{ at: 10.5, for: 0.5 }] }

function judged(entries: readonly HistoryEntry[]) {
  const written = new History()
  for (const entry of entries) written.append(entry)
  return reported(judgeWritten(written, []))
}

const brokenIn = (report: ReturnType<typeof clientsSeen>) =>
  report?.clauses.flatMap(({ id, verdict, cause }) =>
    verdict === 'fail' || cause?.kind === 'recorder late' ? [id] : [],
  )

describe('clients', () => {
  it('get the same verdicts from a history and from its HAR', () => {
    const run = judged(history(EVENTS, LATE))
    const own = clientsSeen(run)!
    const har = harReport({ report: run.report, history: run.entries })
    const again = judgeTraffic(har, 'run.har', {}).client!
    expect(brokenIn(own)).toEqual(['client.keeps-its-key-from-other-origins', 'client.polls-no-faster-than-3-s'])
    expect(again.clauses).toEqual(own.clauses)
    expect(again.open).toEqual(own.open)
  })

  it('are not judged in a recorded run of gatecheck, as history or HAR', () => {
    const entries = history(EVENTS).map((entry) => {
      if (entry.kind !== 'began') return entry
      const { observed: _, ...planned } = entry
      return planned
    })
    const run = judged(entries)
    expect(clientsSeen(run)).toBeUndefined()
    const har = harReport({ report: run.report, history: run.entries })
    const { client, run: seen } = judgeTraffic(har, 'run.har', {})
    expect(client).toBeUndefined()
    expect(seen.report.observed).toMatchObject({ byRun: true })
  })
})
