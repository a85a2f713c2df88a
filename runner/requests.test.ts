import { describe, expect, it } from 'vitest'
import { isSubmission } from './requests.ts'
import { targetOf } from './target.ts'

describe('a submission', () => {
  it.each<[is: boolean, method: string, path: string]>([
    [true, 'POST', '/v1/videos'],
    [false, 'POST', '/v1/videos/'],
    [false, 'POST', '/v1/videos?x=1'],
    [false, 'POST', '/v1/videos/job-1'],
    [false, 'POST', '/videos'],
    [false, 'POST', '/v1/v1/videos'],
    [false, 'GET', '/v1/videos'],
    [false, 'OPTIONS', '/v1/videos'],
  ])('%j: %s %s', (is, method, path) => {
    expect(isSubmission({ method, path, headers: [] }, targetOf('https://server.test/v1'))).toBe(is)
  })
})
