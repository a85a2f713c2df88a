import type { Exchange } from '../engine/history/entry/exchange.ts'
import { answered } from '../engine/judge/handwritten-for-tests.ts'
import { ASKED, READ } from './other-methods.ts'

type Method = 'HEAD' | 'OPTIONS'

/** Both jobs requested twice by another method. */
export function askedForJobs(by: string, method: Method, job: number, none: number): Exchange[] {
  const ask = (about: 'a job' | 'no job', status: number) =>
    answered(status, { by, part: 'observation', method, key: '', mark: ASKED.of({ method, about }) })
  return [ask('no job', none), ask('a job', job), ask('no job', none), ask('a job', job)]
}

/** The account's reading, and the response to another method. */
export function askedForUsage(by: string, method: Method, shown: object): Exchange[] {
  const about = 'GET /usage' as const
  return [
    answered(200, { by, mark: READ.of({ about }), body: { seconds: 123_456 } }),
    answered(200, { by, part: 'observation', method, key: '', mark: ASKED.of({ method, about }), ...shown }),
  ]
}
