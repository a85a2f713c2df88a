import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { configure, type Wishes } from '../config/configuration.ts'
import { targetOf } from '../config/target.ts'
import type { Exchange, RequestTemplate } from '../history/entry/exchange.ts'
import { History } from '../history/history.ts'
import { Vault } from '../keys/vault.ts'
import { Client } from './client.ts'
import { Budget } from './limits/budget.ts'
import { Network } from './network/network.ts'
import { userAgentOf } from './requests.ts'

const closers: (() => Promise<unknown>)[] = []

/** After each test: the clients first, then the servers that they ask. */
export async function closeClients(): Promise<void> {
  for (const close of closers.splice(0)) await close()
}

export const asking = (path: string, authorization = 'Bearer {{A}}'): RequestTemplate => ({
  method: 'GET',
  path,
  headers: [['Authorization', authorization]],
})
export const baseline = asking('/v1/usage')
export const purpose = { by: 'a check', part: 'probe' } as const

/** A client and a server that answers every request as it is told to, and the good one with 200 unless it is told so, too. */
export async function clientOf(listener: RequestListener, deadlineMs = 20_000, wishes: Wishes = {}) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const history = new History()
  const configuration = configure({ pollIntervalMs: 1, deadlineMs, seed: 1, ...wishes }, true)
  const client = new Client({
    userAgent: userAgentOf('abc23456'),
    target: targetOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`),
    vault: new Vault({ A: 'cl_4Rt9xKq2Zw83hhPm' }, 1),
    history,
    budget: new Budget(configuration),
    configuration,
    network: new Network(),
    over: new AbortController().signal,
    givenUp: new AbortController().signal,
    onGone: () => undefined,
    onRefused: () => undefined,
  })
  closers.push(
    () => client.close(),
    () => new Promise((resolve) => server.close(resolve)),
  )
  const exchanges = () => [...history.recording].filter((entry): entry is Exchange => entry.kind === 'exchange')
  const waits = () => [...history.recording].flatMap((entry) => (entry.kind === 'waited' ? [entry] : []))
  return { client, exchanges, waits }
}

/** The baseline is answered by itself; the other requests get these answers in turn, and the last one ever after. */
export const inTurn = (statuses: number[], headers = {}, good = 200): RequestListener => {
  const left = [...statuses]
  return ({ url }, response) => {
    const status = url === baseline.path ? good : left.length > 1 ? left.shift()! : left[0]!
    response.writeHead(status, status === 429 || status === 503 ? headers : {}).end()
  }
}
