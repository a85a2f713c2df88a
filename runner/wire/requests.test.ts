import { describe, expect, it } from 'vitest'
import { targetOf } from '../settings/target.ts'
import { idIn, inPath, isSubmission, requestTo } from './requests.ts'

describe('an id in a path', () => {
  it.each(['a b', '%2F', '{{two braces}}A}}', '{{two braces}}{{two braces}}', 'é', '$&'])('%j is read back', (id) => {
    const request = requestTo(targetOf('https://server.test/v1'), 'GET /videos/{id}', { id })
    expect(request.path).not.toMatch(/[{}]/)
    expect(idIn(request)).toBe(id)
  })

  it('holds the braces that a server wrote, not what stands for them', () => {
    expect(inPath('{{two braces}}A}}')).toBe(encodeURIComponent('{{A}}'))
  })
})

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
