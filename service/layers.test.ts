import { beforeEach, expect, it, vi } from 'vitest'
import { serviceWithClient, submission } from './client-for-tests.ts'
import { adjust, whenTakenOff } from './interface/adjust.ts'
import { around } from './interface/behaviour.ts'
import type { Patch } from './layers.ts'

let client: Awaited<ReturnType<typeof serviceWithClient>>
beforeEach(async () => {
  client = await serviceWithClient({})
  return () => client.service.close()
})

const put = (name: string, patch: Patch) => client.service.layers.put({ name, patch })
const takeOff = (name: string) => client.service.layers.takeOff(name)
const models = async () => (await client.as('own', '/models')).json

/** Adds its name to each response, so that a test sees the order of the layers. */
const signs = (name: string) =>
  put(name, (behaviour) => around(behaviour, 'models', (next, caller) => [next(caller), name].flat()))

it('adds and removes layers in any order and keeps the order of the others', async () => {
  const bare = await models()
  for (const name of ['first', 'second', 'third']) signs(name)
  expect(await models()).toEqual([bare, 'first', 'second', 'third'])
  takeOff('second')
  expect(await models()).toEqual([bare, 'first', 'third'])
  signs('second')
  takeOff('first')
  expect(client.service.layers.names()).toEqual(['third', 'second'])
  expect(await models()).toEqual([bare, 'third', 'second'])
  takeOff('third')
  takeOff('second')
  expect(await models()).toEqual(bare)
})

it('keeps nothing of a patch that throws', async () => {
  const undone = vi.fn()
  const bare = await models()
  expect(() =>
    put('throws', (behaviour, world) => {
      around(behaviour, 'models', () => 'changed')
      whenTakenOff(world, undone)
      throw new Error('half way')
    }),
  ).toThrow('half way')
  expect(() => put('throws later', (_, world) => adjust(world, 'polls', () => expect.fail('asked')))).toThrow('asked')
  expect([await models(), client.service.layers.names(), undone.mock.calls.length]).toEqual([bare, [], 1])
})

it('finishes requests in progress when a layer is added or removed', async () => {
  const arrived = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  const gate = Promise.withResolvers<void>()
  put('waits', (behaviour) => {
    let nth = 0
    around(behaviour, 'respond', async (next, incoming) => {
      arrived[nth++]?.resolve()
      await gate.promise
      const answer = await next(incoming)
      return { ...answer, headers: { ...answer.headers, 'x-waited': 'yes' } }
    })
  })
  const body = submission('{"model":"swift","prompt":"A lighthouse"}')
  const underWay = [client.as('own', '/models'), client.as('own', '/videos', body), client.as('own', '/nothing')]
  await Promise.all(arrived.map(({ promise }) => promise))
  takeOff('waits')
  signs('another')
  gate.resolve()
  const answers = await Promise.all(underWay)
  expect(answers.map(({ status, headers }) => [status, headers['x-waited']])).toEqual([
    [200, 'yes'],
    [202, 'yes'],
    [404, 'yes'],
  ])
  expect((await client.as('own', '/models')).headers).not.toHaveProperty('x-waited')
})
