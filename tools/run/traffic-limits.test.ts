import { expect, it, vi } from 'vitest'
import { LIMITS } from '../../engine/config/limits.ts'
import { LimitReached, Limits } from '../../engine/judge/observed/limits.ts'
import { judgeTraffic } from './traffic.ts'

const har = (count: number) =>
  JSON.stringify({
    log: {
      creator: { name: 'recorder', version: '1' },
      entries: Array.from({ length: count }, (_, n) => ({
        startedDateTime: new Date(1_767_225_600_000 + n * 20).toISOString(),
        time: 5,
        request: {
          method: 'POST',
          url: 'https://server.test/v1/videos',
          headers: [{ name: 'Authorization', value: 'Bearer cl_0123456789abcdef01234567' }],
          postData: { mimeType: 'application/json', text: '{"model":"swift","prompt":"A gate in the rain"}' },
        },
        response: {
          status: 429,
          headers: [
            { name: 'Content-Type', value: 'application/json' },
            { name: 'Retry-After', value: '5' },
          ],
          content: { text: '{"error":{"code":"capacity_exceeded"}}' },
        },
      })),
    },
  })

/** Reached after a number of steps. */
class AfterSteps extends Limits {
  constructor(steps: number) {
    super({ bytes: Number.POSITIVE_INFINITY })
    let left = steps
    this.whyToStop = () => (left-- > 0 ? undefined : { how: 'deadline', why: 'the limit of this test' })
  }
}

it('refuses to read a HAR for longer than its time', () => {
  vi.spyOn(performance, 'now')
    .mockReturnValueOnce(0)
    .mockReturnValue(LIMITS.recordingMs + 1)
  const read = () => judgeTraffic(har(300), 'storm.har', { limits: new Limits({ bytes: Number.POSITIVE_INFINITY }) })
  expect(read).toThrow(new LimitReached('judging the file took longer than 300 s; split the file, or record less'))
  vi.restoreAllMocks()
})

it('refuses to read a HAR in more than its memory', () => {
  vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(2 ** 31 + 1)
  const read = () => judgeTraffic(har(300), 'storm.har', {})
  expect(read).toThrow(LimitReached)
  expect(read).toThrow(/took more than \d{3,} MiB of memory; split the file, or record less/)
  vi.restoreAllMocks()
})

it('reports clauses that are not judged after a limit, without passing or failing them', () => {
  const entries = 100
  const { run, client } = judgeTraffic(har(entries), 'storm.har', { limits: new AfterSteps(5 * entries) })
  expect(run.report).toMatchObject({ verdict: 'inconclusive', exit: 2 })
  expect(run.report.reason).toContain('the limit of this test')
  expect(client).toMatchObject({ verdict: 'inconclusive', exit: 2, reason: 'the limit of this test' })
  const verdicts = new Set(client!.clauses.map(({ verdict, cause }) => `${verdict} ${cause?.kind}`))
  expect([...verdicts]).toEqual(['not judged judging cut short'])
  const whole = judgeTraffic(har(entries), 'storm.har', {})
  expect(whole.client).toMatchObject({ verdict: 'fail', exit: 1 })
})
