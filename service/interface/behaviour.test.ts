import { Client } from 'undici'
import { expect, it } from 'vitest'
import { codeIn, serviceWithClient } from '../client-for-tests.ts'
import type { Patch } from '../layers.ts'
import { around } from './behaviour.ts'

const serviceWith = (patch: Patch) => serviceWithClient({ layers: [{ name: 'a layer', patch }] })

it('lets a wrapper around one decision change it for all that ask it', async () => {
  await using client = await serviceWith((behaviour) =>
    around(behaviour, 'credential', (next, incoming) => next(incoming) ?? incoming.query.get('key') ?? undefined),
  )
  expect((await client.send(`/models?key=${client.service.keys.own}`)).status).toBe(200)
  expect((await client.send('/models')).status).toBe(401)
})

it('lets a later wrapper lie outside an earlier one', async () => {
  const order: string[] = []
  await using client = await serviceWith((behaviour) => {
    for (const name of ['inner', 'outer']) {
      around(behaviour, 'models', (next, caller) => {
        order.push(name)
        return next(caller)
      })
    }
  })
  await client.as('own', '/models')
  expect(order).toEqual(['outer', 'inner'])
})

it('gives the last touch on every answer to finish, errors and result files included', async () => {
  await using client = await serviceWith((behaviour) =>
    around(behaviour, 'finish', async (next, ...args) => {
      const answer = await next(...args)
      return { ...answer, headers: { ...answer.headers, 'x-touched': 'yes' } }
    }),
  )
  const answers = [await client.as('own', '/models'), await client.as('own', '/nothing'), await client.send('/models')]
  expect(answers.map(({ headers }) => headers['x-touched'])).toEqual(['yes', 'yes', 'yes'])
})

it('lets a fault change the status of an error but keep its words', async () => {
  await using client = await serviceWith((behaviour) =>
    around(behaviour, 'refuse', (next, code, context) =>
      next(code, { ...context, ...(code === 'unauthorized' && { status: 403 }) }),
    ),
  )
  const response = await client.send('/models')
  expect([response.status, codeIn(response.json)]).toEqual([403, 'unauthorized'])
})

it('lets a fault remember a connection', async () => {
  await using client = await serviceWith((behaviour) => {
    const admitted = new WeakMap<object, ReturnType<typeof behaviour.admit>>()
    around(behaviour, 'admit', (next, incoming) => {
      const caller = next(incoming) ?? admitted.get(incoming.connection)
      if (caller) admitted.set(incoming.connection, caller)
      return caller
    })
  })
  const connection = new Client(new URL(client.service.baseUrl).origin)
  const ask = async (headers: object) => {
    const { statusCode, body } = await connection.request({
      path: '/v1/models',
      method: 'GET',
      headers: { ...headers },
    })
    await body.dump()
    return statusCode
  }
  expect(await ask({})).toBe(401)
  expect(await ask({ authorization: `Bearer ${client.service.keys.own}` })).toBe(200)
  expect(await ask({})).toBe(200)
  expect((await client.send('/models')).status).toBe(401)
  await connection.close()
})

it('lets a fault take a final job back', async () => {
  await using client = await serviceWith((behaviour) =>
    around(behaviour, 'advance', (next, job) =>
      job.status === 'succeeded' ? { ...job, status: 'running', stage: 'generating' } : next(job),
    ),
  )
  const path = await client.submitted()
  await client.pollToTheEnd(path)
  expect((await client.as('own', path)).json.status).toBe('running')
})

it('lets a fault cut the connection', async () => {
  await using client = await serviceWith((behaviour) =>
    around(behaviour, 'respond', (next, incoming) => {
      incoming.socket.destroy()
      return next(incoming)
    }),
  )
  await expect(client.as('own', '/usage')).rejects.toThrow()
})

it('answers 500 when a decision throws', async () => {
  await using client = await serviceWith((behaviour) =>
    around(behaviour, 'usage', () => {
      throw new Error('a bug of the server')
    }),
  )
  expect((await client.as('own', '/usage')).status).toBe(500)
})
