import { afterAll, beforeAll, expect, it } from 'vitest'
import { SUBMISSIONS } from '../spec/openapi/examples.ts'
import { type RunningService, startService } from './start.ts'

let service: RunningService
beforeAll(async () => {
  service = await startService({ capacity: 10 })
})
afterAll(() => service.close())

const ask = (path: string, init: RequestInit = {}) =>
  fetch(service.baseUrl + path, {
    ...init,
    headers: { authorization: `Bearer ${service.keys.own}`, 'content-type': 'application/json' },
  })

it.each(Object.entries(SUBMISSIONS))(
  'accepts the example %s of the OpenAPI document, and its link leads to the job',
  async (_, { value }) => {
    const response = await ask('/videos', { method: 'POST', body: JSON.stringify(value) })
    expect(response.status).toBe(202)
    const { id } = (await response.json()) as { id: string }
    expect((await ask(`/videos/${id}`)).status).toBe(200)
  },
)
