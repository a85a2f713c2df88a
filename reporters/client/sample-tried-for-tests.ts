import { type AboutTrials, certificationReport } from '../../tools/client/report.ts'
import type { Trial } from '../../tools/client/trial/trial.ts'
import type { Tried } from '../../tools/client/trial/trials.ts'
import { KEY_IN_QUERY, momentOf, scenarioCalled, TOO_SOON, trialOf } from '../../tools/client/trials-for-tests.ts'
import type { ClientReport } from '../outcome/clients/report.ts'

const tried = (...args: Parameters<typeof trialOf>): Tried => ({
  scenario: scenarioCalled(args[0]),
  trial: trialOf(...args),
})

const reportOf = (all: Tried[], more: Partial<AboutTrials> = {}): ClientReport =>
  certificationReport({
    ...{ tried: all, isInterrupted: false, command: ['node', 'client.mjs', '{folder}/video.mp4'], seed: 7 },
    ...{ strict: false, startedAt: '2026-01-01T00:00:00.000Z', seconds: 31.4 },
    ...more,
  })

const TURNED_AWAY: Trial['moments'] = [
  momentOf('reading', { n: 1, at: 90 }),
  momentOf('submission', { n: 2, at: 120, status: 429, wait: 7 }),
  momentOf('submission', { n: 3, at: 2130, status: 202 }),
  momentOf('poll', { n: 4, at: 2200, state: 'queued' }),
  momentOf('poll', { n: 5, at: 6200, status: 502 }),
  momentOf('poll', { n: 6, at: 10_200, state: 'running', stage: 'generating' }),
  momentOf('poll', { n: 7, at: 14_200, state: 'succeeded' }),
  momentOf('fetch', { n: 8, at: 14_300, ms: 120, lost: true, elsewhere: true }),
]

/** Reports of clients that were tested in scenarios. */
export const TRIED = {
  good: reportOf([tried('plain'), tried('wait-1')]),
  bad: reportOf([
    tried('plain'),
    {
      ...tried('wait-7', {
        found: {
          'client.keeps-its-key-in-the-header': [KEY_IN_QUERY, KEY_IN_QUERY],
          'client.polls-within-5-s': [TOO_SOON],
        },
        moments: TURNED_AWAY,
        ended: { end: { exit: 0 }, seconds: 15, output: '', leftBehind: [{ pid: 41, name: 'sleep' }] },
      }),
      alone: { clauses: ['client.polls-within-5-s'], confirmed: [] },
    },
    tried('gzip', { isReached: false }),
  ]),
  crashed: reportOf([
    tried('plain'),
    { scenario: scenarioCalled('gzip'), fault: 'RangeError: no such name\n    at play (service/play.ts:1:2)' },
  ]),
  stopped: reportOf(
    [
      tried('plain', { isReached: false, moments: [], output: 'no such module\n' }),
      { scenario: scenarioCalled('gzip') },
    ],
    {
      obstacle: { kind: 'nothing sent', what: 'It ended at once without a single request.', next: 'Let it send one.' },
    },
  ),
} satisfies Record<string, ClientReport>

/** A client that sends and prints these texts everywhere. */
export const hostileClient = (texts: readonly string[]): ClientReport =>
  reportOf(
    [
      tried('plain', {
        output: texts.join('\n'),
        moments: texts.map((what, n) => momentOf('other', { n: n + 1, at: n * 10, what, state: what })),
        found: {
          'client.encodes-the-id': texts.map((text) => ({
            fact: { kind: 'id not encoded', id: text, path: text },
            client: text,
            evidence: [1],
          })),
        },
      }),
    ],
    { command: [...texts] },
  )
