import { configure, type Wishes } from '../../config/configuration.ts'
import { targetOf } from '../../config/target.ts'
import { Vault } from '../../keys/vault.ts'
import { Budget } from '../limits/budget.ts'
import { Network } from '../network/network.ts'
import { InFlight } from '../queue.ts'
import { Rate } from '../rate.ts'
import { userAgentOf } from '../requests.ts'
import { closeLater, never } from '../transport/servers-for-tests.ts'
import { Fetcher } from './fetcher.ts'

export const KEY = 'cl_0123456789abcdef'

export function fetcherOf(origin: string, wishes: Wishes = {}, network = new Network()): Fetcher {
  const configuration = configure({ seed: 1, requestTimeoutMs: 2000, ...wishes }, true)
  const rate = new Rate()
  const fetcher = new Fetcher({
    target: targetOf(`${origin}/v1`),
    vault: new Vault({ A: KEY }, 1),
    budget: new Budget(configuration),
    configuration,
    userAgent: userAgentOf(undefined),
    network,
    over: never,
    now: () => performance.now(),
    rate,
    queue: new InFlight(Number.POSITIVE_INFINITY, rate),
  })
  closeLater(() => fetcher.close())
  return fetcher
}
