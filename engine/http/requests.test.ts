import { describe, expect, it } from 'vitest'
import { targetOf } from '../config/target.ts'
import { recipesIn } from '../keys/placeholders.ts'
import { idIn, isSubmission, requestTo, videoSecondsOf } from './requests.ts'

describe('an id in a path', () => {
  it.each(['a b', '%2F', '{{}A}}', '{{}{{}', 'é', '$&'])('%j is read back', (id) => {
    const request = requestTo(targetOf('https://server.test/v1'), 'GET /videos/{id}', { id })
    expect(request.path).not.toMatch(/[{}]/)
    expect(idIn(request)).toBe(id)
  })

  it.each(['job {{A from character 1 to 9}}/7', '{{W1}}', '{{}{{A from character 4 to 12}}'])(
    '%j keeps its recipes, which are filled in when it is sent',
    (id) => {
      const request = requestTo(targetOf('https://server.test/v1'), 'GET /videos/{id}', { id })
      expect(recipesIn(request.path).map(({ text }) => text)).toEqual(recipesIn(id).map(({ text }) => text))
      expect(idIn(request)).toBe(id)
    },
  )
})

describe('a submission', () => {
  it.each<[is: boolean, method: string, path: string]>([
    [true, 'POST', '/v1/videos'],
    [false, 'POST', '/v1/videos/'],
    [false, 'POST', '/videos'],
    [false, 'POST', '/v1/v1/videos'],
    [false, 'GET', '/v1/videos'],
  ])('%j: %s %s', (is, method, path) => {
    expect(isSubmission({ method, path, headers: [] }, targetOf('https://server.test/v1'))).toBe(is)
  })
})

it.each([
  ['{"duration":2.5}', 2.5],
  ['{"duration":0}', 1],
  ['{"duration":"60"}', 60],
  ['{"duration":[60]}', 60],
  ['{"duration":60,"duration":1}', 60],
  ['{"duration":1e999}', 5],
  ['null', 5],
  ['no JSON', 5],
])('counts %s as %s seconds of video', (body, seconds) => {
  expect(videoSecondsOf(body)).toBe(seconds)
})
