import type { ClientReport } from '../../runner/report/clients/report.ts'
import { clientReportOf } from '../../runner/report/clients/reporting.ts'
import { judgeClient } from '../../suites/clients/index.ts'
import { type Event, history, polls, RIGHT, submits, turnedAway } from '../../suites/clients/scenes-for-tests.ts'

const RUSHED: readonly Event[] = [turnedAway(0, 7), submits(1), polls(2), polls(3), polls(4), polls(5, 'succeeded')]
const about = { startedAt: '2026-01-01T00:00:00.000Z', seconds: 12.5, target: { baseUrl: 'https://server.test/v1' } }
const scenario = (name: string) => ({ name, about: `Lawful: ${name}.`, exit: 0, seconds: 9.2, output: ['done'] })

const tried = (name: string, events: readonly Event[]) => ({
  scenario: scenario(name),
  judgement: judgeClient(history(events), {
    scenario: { name, mustBeSeen: ['a submission'] },
    outcome: { end: { exit: 0 }, output: 'done' },
  }),
})

/** Reports as they come out of judges, of what was seen passing by and of scenarios. */
export const CLIENTS = {
  right: clientReportOf({ ...about, parts: [{ judgement: judgeClient(history(RIGHT)) }] }),
  wrong: clientReportOf({ ...about, parts: [{ judgement: judgeClient(history(RUSHED)) }] }),
  silent: clientReportOf({ ...about, parts: [{ judgement: judgeClient(history([])) }] }),
  tried: clientReportOf({
    ...about,
    parts: [tried('plain', RIGHT), tried('no room', RUSHED), tried('nothing', [])],
  }),
} satisfies Record<string, ClientReport>
