import { describe, expect, it } from 'vitest'
import { clientCheck } from '../../runner/judging/clients/check.ts'
import { judgeClients } from '../../runner/judging/clients/judging.ts'
import { SIGHTS, type Sight } from '../../runner/judging/clients/verdict.ts'
import { CLIENT_CLAUSES, type ClientClauseId } from '../../spec/clients/clauses.ts'
import { judgeClient } from './index.ts'
import {
  asksElsewhere,
  BODY,
  type Event,
  factsOn,
  history,
  polls,
  RIGHT,
  submits,
  turnedAway,
  verdictOn,
} from './scenes-for-tests.ts'

const RUSHED = [submits(0), polls(1), polls(2), polls(3), polls(7, 'succeeded')]
const causeOf = (...asked: Parameters<typeof verdictOn>) => {
  const verdict = verdictOn(...asked)
  return verdict.verdict === 'not judged' ? verdict.cause : verdict.verdict
}

describe('what is not judged', () => {
  it('is everything, of a client that sent nothing', () => {
    const { clauses } = judgeClient(history([]), { outcome: { end: { exit: 1 }, output: '' } })
    expect(clauses.filter(({ verdict }) => verdict.verdict !== 'not judged')).toEqual([])
  })

  it('is everything, where a client never came to what a scenario is about', () => {
    const scenario = { name: 'no room', mustBeSeen: ['a submission', 'a submission refused with 429'] as Sight[] }
    const { clauses } = judgeClient(history(RUSHED), { scenario })
    for (const { verdict } of clauses)
      expect(verdict).toMatchObject({
        verdict: 'not judged',
        cause: { kind: 'not reached', what: 'a submission refused with 429' },
      })
    const came = judgeClient(history([turnedAway(0, 1), ...RUSHED]), { scenario })
    expect(came.clauses.map(({ verdict }) => verdict.verdict)).toContain('fail')
  })

  it('is who waited for whom, where the keys were left out', () => {
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

  it('is a pause in a moment in which the recorder was late itself, by how much', () => {
    const late = [{ at: 0.9, for: 0.6 }]
    const events = [submits(0), polls(1.5), polls(2.4), polls(6, 'succeeded')]
    expect(factsOn('client.polls-no-faster-than-3-s', events)).toMatchObject([{ kind: 'pause', cameMs: 900 }])
    expect(causeOf('client.polls-no-faster-than-3-s', events, { late })).toEqual({ kind: 'recorder late', ms: 600 })
    // A little lateness is given to the client, and told.
    expect(factsOn('client.polls-no-faster-than-3-s', events, { late: [{ at: 1.45, for: 0.1 }] })).toMatchObject([
      { kind: 'pause', cameMs: 900, lateMs: 100 },
    ])
  })

  it.each<[ClientClauseId, readonly Event[], { at: number; for: number }]>([
    [
      'client.stops-at-a-final-state',
      [submits(0), polls(3), polls(6.1, 'succeeded'), polls(6.6, 'succeeded')],
      { at: 6.1, for: 0.4 },
    ],
    [
      'client.waits-out-a-refused-submission',
      [submits(0), turnedAway(3, 2), submits(3.5), turnedAway(9, 2), submits(11.1)],
      { at: 3, for: 0.4 },
    ],
    [
      'client.repeats-no-refused-request',
      [0, 0.4].map((at) => submits(at, { status: 400, says: {} })),
      { at: 0, for: 0.3 },
    ],
    ['client.polls-within-5-s', [submits(0), polls(1), polls(7), polls(13, 'succeeded')], { at: 6.9, for: 3 }],
  ])('is what was excused because the recorder was late, and no pass: %s', (clause, events, late) => {
    expect(verdictOn(clause, events).verdict).toBe('fail')
    expect(causeOf(clause, events, { late: [late] })).toEqual({ kind: 'recorder late', ms: late.for * 1000 })
  })

  it('is a pause whose end may have been noted late, where there is no other', () => {
    const clause = 'client.polls-no-faster-than-3-s'
    const late = [{ at: 4, for: 2 }]
    const events = [submits(0), polls(3), polls(6.2, 'running'), polls(13, 'succeeded')]
    expect(causeOf(clause, events.slice(0, 3), { late })).toEqual({ kind: 'recorder late', ms: 2000 })
    expect(verdictOn(clause, events, { late })).toMatchObject({ verdict: 'pass', tried: 1 })
    expect(verdictOn(clause, events)).toMatchObject({ verdict: 'pass', tried: 2 })
    const little = [{ at: 6, for: 0.24 }]
    expect(verdictOn(clause, events.slice(0, 3), { late: little }).verdict).toBe('pass')
  })

  it('is what came right behind a refusal and was perhaps sent beside it, whatever was waited for later', () => {
    const another = { body: { model: 'swift', prompt: 'Another' } }
    const clause = 'client.waits-out-a-refused-submission'
    const verdict = verdictOn(clause, [turnedAway(0, 7), turnedAway(0.02, 7, another), submits(7.1)])
    expect(verdict).toMatchObject({ verdict: 'not judged', cause: { kind: 'not decided' }, evidence: [1, 2] })
    expect(verdict.verdict === 'not judged' && verdict.reason).toContain('perhaps sent beside')
    expect(verdictOn(clause, [turnedAway(0, 0), submits(0.02, another)]).verdict).not.toBe('fail')
    const underWay = [turnedAway(0, 7, { for: 0.05 }), turnedAway(0.02, 7, another), submits(7.1)]
    expect(verdictOn(clause, underWay).verdict).toBe('pass')
  })

  it('is a burst at the very beginning, unless the recording began before the client did', () => {
    const burst = [0, 1, 2, 3, 4, 5].map((n) => submits(n / 10, { id: `job-${n}`, body: { ...BODY, prompt: `${n}` } }))
    expect(causeOf('client.reads-capacity-before-a-burst', burst)).toEqual({ kind: 'not decided' })
    expect(factsOn('client.reads-capacity-before-a-burst', burst, { options: { isWhole: true } })).toMatchObject([
      { kind: 'burst', submissions: 6, withinMs: 500 },
    ])
    const late = { late: [{ at: 0, for: 4.5 }], options: { isWhole: true } as const }
    expect(causeOf('client.reads-capacity-before-a-burst', burst, late)).toMatchObject({ kind: 'recorder late' })
  })

  it('is no url that has expired, where the video was still there', () => {
    const url = 'https://files.test/job-1.mp4?sig=a%20b'
    const options = { scenario: { name: 'tried', urlLivesMs: 6000 } }
    const fetched = (status: number) => [submits(0), polls(3, 'succeeded'), asksElsewhere(9.2, url, { status })]
    const broken = factsOn('client.fetches-before-the-url-expires', fetched(403), { options })
    expect(broken).toMatchObject([{ kind: 'url expired' }])
    expect(verdictOn('client.fetches-before-the-url-expires', fetched(200), { options }).verdict).toBe('pass')
  })

  it('is another server for the url, once the one that was named has sent the client there, or in traffic of others', () => {
    const [there, here] = ['https://files.test', 'https://server.test'].map((origin) => `${origin}/job-1.mp4?sig=a%20b`)
    const fetched = (status: number) => [
      submits(0),
      polls(3, 'succeeded'),
      asksElsewhere(3.2, there!, { status, with: { Location: here! } }),
      asksElsewhere(3.3, here!),
    ]
    const clause = 'client.fetches-the-url-as-given'
    expect(factsOn(clause, fetched(302), { options: { baseUrlGiven: true } })).toEqual([])
    expect(factsOn(clause, fetched(200), { options: { baseUrlGiven: true } })).toMatchObject([{ kind: 'other url' }])
    expect(factsOn(clause, fetched(200))).toEqual([])
  })

  it('is a page about a failed job, which is no download of it', () => {
    const outcome = { end: { exit: 1 }, output: 'out_of_paint' }
    for (const url of ['https://server.test/logs/job-1', 'https://server.test/files/job-2.mp4']) {
      const events = [submits(0), polls(3, 'failed'), asksElsewhere(4, url)]
      expect(factsOn('client.says-that-a-job-failed', events, { options: { outcome } })).toEqual([])
    }
  })

  it('is how a client ends, where nobody knows it', () => {
    const ofEnds: [ClientClauseId, readonly Event[]][] = [
      ['client.tries-again-after-waiting', [turnedAway(0, 1)]],
      ['client.says-that-a-job-failed', [submits(0), polls(3, 'failed')]],
      ['client.ends-well-only-with-a-video', RIGHT],
    ]
    for (const [clause, events] of ofEnds) expect(causeOf(clause, events)).toEqual({ kind: 'end unknown' })
  })

  it('is where the key went and what was downloaded, where others are out of sight', () => {
    const unseen = RIGHT.slice(0, -1)
    for (const clause of ['client.keeps-its-key-from-other-origins', 'client.fetches-the-url-as-given'] as const)
      expect(causeOf(clause, unseen)).toEqual({ kind: 'out of sight' })
  })

  it('is what a judge of ours fails at', () => {
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

describe('what is judged', () => {
  it('passes with the number of its cases, of a client that does as it should', () => {
    const { clauses, clients } = judgeClient(history(RIGHT), {
      outcome: { end: { exit: 0 }, output: 'https://files.test/job-1.mp4' },
    })
    expect(clauses.filter(({ verdict }) => verdict.verdict === 'fail')).toEqual([])
    const passed = clauses.flatMap(({ id, verdict }) => (verdict.verdict === 'pass' ? [[id, verdict.tried]] : []))
    expect(passed).toEqual([
      ['client.sends-its-key', 5],
      ['client.keeps-its-key-in-the-header', 5],
      ['client.keeps-its-key-from-other-origins', 1],
      ['client.runs-on-a-server', 5],
      ['client.names-the-version-once', 5],
      ['client.appends-paths-to-the-base-url', 5],
      ['client.submits-a-json-object', 1],
      ['client.submits-a-listed-model', 1],
      ['client.submits-a-prompt-or-an-image', 1],
      ['client.submits-values-in-range', 1],
      ['client.submits-the-types-of-the-table', 1],
      ['client.polls-no-faster-than-3-s', 2],
      ['client.stops-at-a-final-state', 1],
      ['client.polls-the-id-it-was-given', 3],
      ['client.polls-within-5-s', 2],
      ['client.ends-well-only-with-a-video', 1],
      ['client.fetches-the-url-as-given', 1],
    ])
    expect(clients).toEqual([{ name: 'K1', requests: 5 }])
  })

  it('names the client, the request, and the answer that told it otherwise', () => {
    const verdict = verdictOn('client.waits-out-a-refused-submission', [
      submits(0, { key: 'K2' }),
      turnedAway(1, 20),
      submits(2),
    ])
    expect(verdict).toMatchObject({
      verdict: 'fail',
      cases: 1,
      violations: [
        { client: 'K1', evidence: [2, 3], beside: 2, fact: { kind: 'pause', askedMs: 20_000, cameMs: 1000 } },
      ],
    })
  })

  it('keeps the one pause that it forgives, and none from a moment in which the recorder was late', () => {
    const events = [submits(0), polls(1), polls(3.4), polls(7), polls(11, 'succeeded')]
    const clause = 'client.polls-no-faster-than-3-s'
    expect(verdictOn(clause, events)).toMatchObject({
      verdict: 'pass',
      forgiven: [{ fact: { kind: 'pause', cameMs: 2400 }, evidence: [2, 3] }],
    })
    expect(verdictOn(clause, events, { late: [{ at: 3.3, for: 0.3 }] })).not.toHaveProperty('forgiven')
    expect(verdictOn(clause, RIGHT)).not.toHaveProperty('forgiven')
  })

  it('is what each client did by itself, where a recorder can tell more than keys', () => {
    const two = [1, 2].flatMap((client) => [1, 4.2, 7.4].map((at) => polls(at + client / 2, 'running', { client })))
    expect(verdictOn('client.polls-no-faster-than-3-s', [submits(0), ...two]).verdict).toBe('pass')
  })
})

it('sees each of the sights that a scenario may wait for', () => {
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
  expect(seen.toSorted()).toEqual([...SIGHTS].sort())
})

it('judges clauses in the order in which people read them', () => {
  expect(judgeClient(history([])).clauses.map(({ id }) => id)).toEqual(CLIENT_CLAUSES.map(({ id }) => id))
})
