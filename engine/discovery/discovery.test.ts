import { describe, expect, it, vi } from 'vitest'
import { READINGS } from '../../spec/endpoints.ts'
import { configure, type Wishes } from '../config/configuration.ts'
import type { Exchange, Purpose, RequestTemplate } from '../history/entry/exchange.ts'
import { answered, unanswered } from '../history/handwritten-for-tests.ts'
import { History } from '../history/history.ts'
import type { Client } from '../http/client.ts'
import { Budget } from '../http/limits/budget.ts'
import { jobsOf, target } from '../jobs/jobs-for-tests.ts'
import { MOST_SUBMISSIONS } from './bodies.ts'
import { type DiscoveryParts, discover, MOST_FOR_LEFTOVERS_MS } from './discovery.ts'
import { MOST_READS } from './first-contact.ts'

type Server = (request: RequestTemplate) => { status: number; body?: unknown } | 'late' | undefined

const many = (times: number, what: string) => Array.from({ length: times }, (_, nth) => `${what}-${nth}`)
const pathOf = ({ path }: RequestTemplate) => path.split('/').slice(2).join('/')

const serving =
  (models: unknown, posted: { status: number; body?: unknown }): Server =>
  (request) => {
    if (request.method === 'POST') return posted
    if (pathOf(request).startsWith('videos/')) return undefined
    return { status: 200, body: pathOf(request) === 'models' ? models : {} }
  }

/** All requests of a discovery. Requests that `server` does not answer get 404. */
async function askedOf(server: Server, leftovers: DiscoveryParts['leftovers'] = [], wishes: Wishes = {}) {
  const asked: RequestTemplate[] = []
  const client = {
    async ask(request: RequestTemplate, purpose: Purpose): Promise<Exchange> {
      asked.push(request)
      const came = server(request) ?? { status: 404 }
      const exchange = came === 'late' ? unanswered('timeout') : answered(came.status, { body: came.body })
      return { ...exchange, request, purpose }
    },
    wait: async () => undefined,
  } as unknown as Client
  const configuration = configure({ seed: 1, ...wishes }, true)
  const discovered = await discover({
    ...{ client, target, configuration, dialect: {}, leftovers, history: new History() },
    ...{ jobs: jobsOf(() => ({ status: 404 })).jobs, budget: new Budget(configuration) },
    ...{ over: new AbortController().signal, onReached: () => undefined, waitFor: () => undefined },
  })
  return { asked, discovered, posted: asked.filter(({ method }) => method === 'POST') }
}

describe('discovery', () => {
  it('repeats reads that fail', async () => {
    const { asked } = await askedOf(() => ({ status: 503 }))
    expect(asked).toHaveLength(READINGS.length * MOST_READS)
  })

  it('goes on with cheaper bodies if the limits do not allow one', async () => {
    const server = serving({ one: ['a', 'b'], other: ['c'] }, { status: 400 })
    const { posted } = await askedOf(server, [], { maxVideoSeconds: 2 })
    expect(posted.length).toBeGreaterThan(1)
    expect(posted.every(({ body = '' }) => body.includes('"duration":1'))).toBe(true)
  })

  it('submits a limited number of bodies if each is refused', async () => {
    const lists = Object.fromEntries(many(100, 'list').map((name) => [name, many(9, name)]))
    const { posted, discovered } = await askedOf(serving(lists, { status: 400 }))
    expect(posted).toHaveLength(MOST_SUBMISSIONS)
    expect(discovered.noJob?.message).toContain('the server accepted no valid submission')
  })

  it('waits for leftover jobs for a quarter of the deadline, two minutes at most', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const waited = async (deadlineMs: number) => {
      await askedOf(serving(['alias'], { status: 400 }), [{ id: 'x', key: 'A' }], { deadlineMs })
      return timeout.mock.lastCall
    }
    expect(await waited(60_000)).toEqual([15_000])
    expect(await waited(MOST_FOR_LEFTOVERS_MS * 100)).toEqual([MOST_FOR_LEFTOVERS_MS])
  })
})
