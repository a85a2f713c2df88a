import { mkdtempSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configure, type Wishes } from '../config/configuration.ts'
import { targetOf } from '../config/target.ts'
import type { Exchange, RequestTemplate } from '../history/entry/exchange.ts'
import { History } from '../history/history.ts'
import { Vault } from '../keys/vault.ts'
import { Client } from './client.ts'
import { Budget } from './limits/budget.ts'
import { Network } from './network/network.ts'
import { userAgentOf } from './requests.ts'
import { closeLater, never, serving } from './transport/servers-for-tests.ts'

export const KEY = 'cl_4Rt9xKq2Zw83hhPm'
export const asking = (path: string, authorization = 'Bearer {{A}}'): RequestTemplate => ({
  method: 'GET',
  path,
  headers: [['Authorization', authorization]],
})
export const baseline = asking('/v1/usage')
export const purpose = { by: 'a check', part: 'probe' } as const

/** A client and a server with this listener. Close both with `closeAll`. */
export async function clientOf(listener: RequestListener, deadlineMs = 20_000, wishes: Wishes = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-client-'))
  const historyPath = join(folder, 'history.jsonl')
  const target = targetOf(`${await serving(listener)}/v1`)
  const history = new History(historyPath)
  const configuration = configure({ pollIntervalMs: 1, deadlineMs, seed: 1, ...wishes }, true)
  const budget = new Budget(configuration)
  const client = new Client({
    ...{ target, history, configuration, budget, over: never, givenUp: never },
    userAgent: userAgentOf('abc23456'),
    vault: new Vault({ A: KEY }, 1),
    network: new Network(),
    onGone: () => undefined,
    onRefused: () => undefined,
  })
  closeLater(async () => {
    await client.close()
    history.close()
    rmSync(folder, { recursive: true })
  })
  const exchanges = () => [...history.recording].filter((entry): entry is Exchange => entry.kind === 'exchange')
  const waits = () => [...history.recording].flatMap((entry) => (entry.kind === 'waited' ? [entry] : []))
  return { client, target, history, historyPath, budget, exchanges, waits }
}

/** Returns these statuses in turn, then the last one forever; always `good` for the control request. */
export const inTurn = (statuses: number[], headers = {}, good = 200): RequestListener => {
  const left = [...statuses]
  return ({ url }, response) => {
    const status = url === baseline.path ? good : left.length > 1 ? left.shift()! : left[0]!
    response.writeHead(status, status === 429 || status === 503 ? headers : {}).end()
  }
}
