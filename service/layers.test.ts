import { beforeEach, expect, it, vi } from 'vitest'
import { serviceWithClient, submission } from './client-for-tests.ts'
import { adjust, whenTakenOff } from './interface/adjust.ts'
import { around, type Behaviour } from './interface/behaviour.ts'
import type { World } from './interface/world.ts'
import type { Patch } from './layers.ts'

let client: Awaited<ReturnType<typeof serviceWithClient>>
beforeEach(async () => {
  client = await serviceWithClient({})
  return () => client.service.close()
})

const put = (name: string, patch: Patch) => client.service.layers.put({ name, patch })
const takeOff = (name: string) => client.service.layers.takeOff(name)
const models = async () => (await client.as('own', '/models')).json

/** Tells which of such layers an answer went through, from the inside out. */
const signs = (name: string) =>
  put(name, (behaviour) => around(behaviour, 'models', (next, caller) => [next(caller), name].flat()))

const withAliases = (name: string) =>
  put(name, (_, world) => adjust(world, 'dialect', (dialect) => ({ ...dialect, aliases: [...dialect.aliases, name] })))

const listed = async () => (await models()).models.map(({ alias }: { alias: string }) => alias)

it('puts layers on and takes them off in any order, and leaves the others in theirs', async () => {
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

it('undoes the share of one layer in a setting that another has changed as well', async () => {
  for (const name of ['first', 'second']) withAliases(name)
  expect(await listed()).toEqual(['swift', 'studio', 'first', 'second'])
  takeOff('first')
  expect(await listed()).toEqual(['swift', 'studio', 'second'])
  takeOff('second')
  expect(await listed()).toEqual(['swift', 'studio'])
})

it('changes what the service is told later, too', async () => {
  withAliases('one more')
  client.service.tell({ dialect: 'single-seat' })
  expect(Object.keys(await models())).toEqual(['one', 'one more'])
})

it('lets the other layers go on counting', async () => {
  put('counts', (behaviour) => {
    let nth = 0
    around(behaviour, 'models', () => ++nth)
  })
  signs('another')
  await models()
  takeOff('another')
  expect(await models()).toBe(2)
})

it('forgets the notes of a layer with it, and shows them to no other', async () => {
  const counts: Patch = (behaviour, { memory }) =>
    around(behaviour, 'models', () => {
      memory.set('count', Number(memory.get('count') ?? 0) + 1)
      return memory.get('count')
    })
  put('counts', counts)
  await models()
  put('counts as well', counts)
  expect(await models()).toBe(1)
  takeOff('counts as well')
  expect(await models()).toBe(2)
  takeOff('counts')
  put('counts', counts)
  expect(await models()).toBe(1)
})

it('says so when a name is put twice, or taken off without being on', () => {
  signs('one')
  expect(() => signs('one')).toThrow('a layer called one is on already')
  expect(() => takeOff('another')).toThrow('no layer called another is on')
})

it('leaves nothing of a patch that throws', async () => {
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

it('undoes what no wrapper undoes when a layer is taken off, and when the service is closed', async () => {
  const undone: string[] = []
  for (const name of ['one', 'another']) put(name, (_, world) => whenTakenOff(world, () => undone.push(name)))
  takeOff('one')
  expect(undone).toEqual(['one'])
  const service = await serviceWithClient({
    layers: [{ name: 'a third', patch: (_, world) => whenTakenOff(world, () => undone.push('a third')) }],
  })
  await service.service.close()
  expect(undone).toEqual(['one', 'a third'])
})

it.each<[string, (behaviour: Behaviour, world: World) => unknown]>([
  ['a decision', (behaviour) => Object.assign(behaviour, { models: () => 'mine' })],
  ['a setting', (_, world) => Object.assign(world, { polls: 9 })],
  ['a value of the dialect', (_, world) => Object.assign(world.dialect.jobs, { polls: 9 })],
  ['a method of the store', (_, world) => Object.assign(world.store.jobs, { save: () => {} })],
  ['a usual key', (_, world) => Object.assign(world.keys, { own: world.keys.revoked })],
])('lets no patch assign %s, since that could not be taken back', (_, assign) => {
  expect(() => put('assigns', (behaviour, world) => void assign(behaviour, world))).toThrow(TypeError)
})

it('lets nobody wrap a decision later than in the patch', async () => {
  let late: () => void = () => {}
  put('late', (behaviour) => {
    late = () => around(behaviour, 'models', () => 'changed')
  })
  expect(late).toThrow('the layer late asks for more than its patch did')
})

it('lets requests under way end when a layer is put on or taken off', async () => {
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
