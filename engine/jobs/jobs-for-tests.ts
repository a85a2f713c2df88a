import { setImmediate } from 'node:timers/promises'
import { configure } from '../config/configuration.ts'
import { targetOf } from '../config/target.ts'
import type { Exchange, Purpose, RequestTemplate } from '../history/entry/exchange.ts'
import { answered } from '../history/handwritten-for-tests.ts'
import type { Client } from '../http/client.ts'
import { requestTo } from '../http/requests.ts'
import { JobPool } from './pool.ts'

export const target = targetOf('https://server.test/v1')

type Server = (request: RequestTemplate, purpose: Purpose) => { status: number; body?: unknown }

/** A pool whose requests are answered by a function. */
export function jobsOf(server: Server, idWay = ['id']) {
  const asked: (Exchange | 'control')[] = []
  const client = {
    async ask(request: RequestTemplate, purpose: Purpose) {
      await setImmediate()
      const { status, body } = server(request, purpose)
      const exchange = { ...answered(status, { body }), request, purpose }
      asked.push(exchange)
      return exchange
    },
    control: async () => void asked.push('control'),
    wait: () => setImmediate(),
  } as unknown as Client
  const jobs = new JobPool({
    client,
    target,
    configuration: configure({ seed: 1 }, true),
    dialect: { idWay },
    onChange: () => undefined,
    over: new AbortController().signal,
  })
  const submit = (body: object, options: Partial<Parameters<JobPool['submit']>[0]> = {}) =>
    jobs.submit({
      request: requestTo(target, 'POST /videos', { key: options.key ?? 'A', body: JSON.stringify(body) }),
      purpose: { by: 'a check', part: 'submission' },
      ...options,
    })
  return { jobs, submit, asked }
}

/** `record`: the response to a poll, by the number of polls of this job so far. */
export function serverOf(record: (polls: number, id: string) => { status: number; body?: unknown }): Server {
  const polls = new Map<string, number>()
  return ({ method, path }) => {
    if (method === 'POST') {
      const id = `job-${polls.size + 1}`
      polls.set(id, 0)
      return { status: 202, body: { id } }
    }
    const id = path.split('/').at(-1)!
    polls.set(id, (polls.get(id) ?? 0) + 1)
    return record(polls.get(id)!, id)
  }
}

export const someTurns = async () => {
  for (let turn = 0; turn < 20; turn++) await setImmediate()
}
export const shows = (status: string) => ({ status: 200, body: { status } })
export const endingAfter = (polls: number) => serverOf((poll) => shows(poll < polls ? 'queued' : 'succeeded'))
