import { describe, expect, it } from 'vitest'
import { clientCheck } from '../../engine/judge/clients/check.ts'
import { judgeClients } from '../../engine/judge/clients/judging.ts'
import { CLIENT_EVENTS, type ClientEvent } from '../../engine/judge/clients/verdict.ts'
import type { ClientClauseId } from '../../spec/clients/clauses.ts'
import { judgeClient } from './index.ts'
import { asksElsewhere, type Event, history, polls, RIGHT, submits, turnedAway, verdictOn } from './scenes-for-tests.ts'

const RUSHED = [submits(0), polls(1), polls(2), polls(3), polls(7, 'succeeded')]
const causeOf = (...asked: Parameters<typeof verdictOn>) => {
  const verdict = verdictOn(...asked)
  return verdict.verdict === 'not judged' ? verdict.cause : verdict.verdict
}

describe('not judged', () => {
  it('is a client that never reached the subject of a scenario', () => {
    const scenario = { name: 'no room', mustBeSeen: ['a submission', 'a submission refused with 429'] as ClientEvent[] }
    const { clauses } = judgeClient(history(RUSHED), { scenario })
    for (const { verdict } of clauses)
      expect(verdict).toMatchObject({
        verdict: 'not judged',
        cause: { kind: 'not reached', what: 'a submission refused with 429' },
      })
    const came = judgeClient(history([turnedAway(0, 1), ...RUSHED]), { scenario })
    expect(came.clauses.map(({ verdict }) => verdict.verdict)).toContain('fail')
  })

  it('is waiting, if the recorder dropped the keys', () => {
    const nobody = RUSHED.map((each) => ({
      ...each,
      keyLeftOut: true as const,
      request: { ...each.request, headers: each.request.headers.filter(([name]) => name !== 'Authorization') },
    }))
    for (const clause of [
      'client.sends-its-key',
      'client.polls-no-faster-than-3-s',
      'client.stops-at-a-final-state',
    ] as const)
      expect(causeOf(clause, nobody)).toEqual({ kind: 'key left out' })
  })

  it.each<[ClientClauseId, readonly Event[], { at: number; for: number }]>([
    [
      'client.stops-at-a-final-state',
      [submits(0), polls(3), polls(6.1, 'succeeded'), polls(6.6, 'succeeded')],
      { at: 6.1, for: 0.4 },
    ],
    ['client.polls-within-5-s', [submits(0), polls(1), polls(7), polls(13, 'succeeded')], { at: 6.9, for: 3 }],
  ])('is what was excused because the recorder was late, and no pass: %s', (clause, events, late) => {
    expect(verdictOn(clause, events).verdict).toBe('fail')
    expect(causeOf(clause, events, { late: [late] })).toEqual({ kind: 'recorder late', ms: late.for * 1000 })
  })

  it('are keys and downloads at hosts that were not recorded', () => {
    const unseen = RIGHT.slice(0, -1)
    for (const clause of ['client.keeps-its-key-from-other-origins', 'client.fetches-the-url-as-given'] as const)
      expect(causeOf(clause, unseen)).toEqual({ kind: 'out of sight' })
  })

  it('is a clause whose judge throws', () => {
    const failing = clientCheck({
      clause: 'client.sends-its-key',
      begin: () => undefined,
      see: () => {
        throw new Error('a slip')
      },
      conclude: () => {
        throw new Error('not asked')
      },
    })
    const { clauses, faults } = judgeClients(history(RIGHT), { checks: [failing], observations: [] })
    expect(clauses[0]!.verdict).toMatchObject({ verdict: 'not judged', cause: { kind: 'suite fault' } })
    expect(faults.join()).toContain('a slip')
  })
})

it('recognises each event that a scenario may require', () => {
  const url = 'https://files.test/job-1.mp4?sig=a%20b'
  const { seen } = judgeClient(
    history([
      turnedAway(0, 1),
      submits(2, { status: 400, says: {} }),
      submits(3, { fails: 'reset' }),
      submits(4, { body: { model: 'swift', image_url: 'https://images.test/gate.png' } }),
      polls(8, 'running', { status: 429, says: {} }),
      polls(12, 'running', { status: 502 }),
      polls(13, 'running', { lost: true }),
      polls(14, 'running', { status: 401 }),
      polls(18, 'failed', { id: 'job-2' }),
      polls(19, 'succeeded'),
      asksElsewhere(20, url, { lost: true }),
      asksElsewhere(21, url, { status: 403 }),
    ]),
  )
  expect(seen.toSorted()).toEqual([...CLIENT_EVENTS].sort())
})
