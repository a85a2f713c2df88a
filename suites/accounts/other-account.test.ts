import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, lastTry, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { COUNTED_ID, check, control, FOREIGN, foreign, job, probed, read } from './histories-for-tests.ts'

describe("another account's job", () => {
  it.each([403, 401, 400, 410, 200])('is not answered %i, while the key is good elsewhere', (status) => {
    expect(verdictOf(check(FOREIGN), foreign(status))).toMatchObject({ verdict: 'fail' })
  })

  it('is not judged by a key that no longer reads anything', () => {
    const locked = probed(FOREIGN, (twin) => [read(FOREIGN, 'job-1', 403, '', { key: 'B', ...twin })], 'job-1', 403)
    expect(verdictOf(check(FOREIGN), locked)).toMatchObject({ verdict: 'inconclusive' })
  })

  it('is not answered 503 each time, while good requests are answered', () => {
    const [twin, first] = foreign(503)
    const again = lastTry(control(FOREIGN), first!)
    const last = read(FOREIGN, 'job-1', 503, '', { key: 'B', twin: twin!.n, again })
    expect(verdictOf(check(FOREIGN), [twin!, first!, last, control(FOREIGN)])).toMatchObject({ verdict: 'fail' })
  })
})

/** Each account may count its jobs from one: what a foreign id leads to may be the reader's own. */
describe("another account's job with an id that is counted", () => {
  const facts = { dialect: { idWay: ['id'], idType: 'string' as const } }
  const made = (key: string, id: string) =>
    answered(202, { by: 'jobs', part: 'submission', key, posted: '{}', body: { id } })
  const video = (name: string) => `https://videos.test/${name}.mp4`
  const final = (id: string, url: string) => ({ id, status: 'succeeded', url })

  /** What the other account's key is shown at each visit; in the end, the job's own key is shown its video. */
  function visited(id: string, bodies: unknown[], own: Exchange[] = []) {
    const submission = made('A', id)
    const visits = probed(FOREIGN, (twin) =>
      bodies.map((body) =>
        read(FOREIGN, id, body === undefined ? 404 : 200, body ?? '', { key: 'B', foreign: submission.n, ...twin }),
      ),
    )
    const end = answered(200, { part: 'poll', job: submission.n, polled: id, body: final(id, video('theirs')) })
    return verdictOf(check(FOREIGN), [submission, ...own, ...visits, end], { facts })
  }

  it.each<[what: string, bodies: unknown[]]>([
    ['under way at each visit', [job(COUNTED_ID), job(COUNTED_ID), job(COUNTED_ID)]],
    ['ended at each visit, with a video of its own', [1, 2].map(() => final(COUNTED_ID, video('mine')))],
  ])('may be an own one: it is %s', (_, bodies) => {
    expect(visited(COUNTED_ID, bodies)).toMatchObject({
      verdict: expect.stringMatching(/skip|inconclusive/),
      reason: expect.stringContaining('it may be a job of this account with the same id'),
    })
  })

  it.each<[what: string, bodies: unknown[]]>([
    ['it was not there before', [undefined, job(COUNTED_ID)]],
    ['it ends as the other one ends', [job(COUNTED_ID), final(COUNTED_ID, video('mine'))]],
    ["it shows the other one's video, however signed", [final(COUNTED_ID, `${video('theirs')}?signed=anew`)]],
    ['it is no job at all', ['<h1>a page</h1>']],
  ])('is none: %s', (_, bodies) => {
    expect(visited(COUNTED_ID, bodies)).toMatchObject({ verdict: 'fail' })
  })
})
