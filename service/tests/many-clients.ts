import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Agent } from 'undici'
import { type RunningService, startService } from '../start.ts'

/** Fewer than usual, so that old jobs are dropped soon. */
const POLLS = 4
const SAMPLES = 12
/** Jobs kept by the service: few, compared to those that the clients make. */
const KEPT = 500
const TIMES_KEPT = 4
/** Pause of a client between requests: this test is about many clients; `bench serve` measures throughput. */
const PAUSE_MS = 200

export type Seen = {
  jobs: number
  requests: number
  /** Descriptions of wrong responses. */
  wrong: string[]
  /** Megabytes after garbage collection, sampled at even intervals. */
  memory: number[]
}

type Client = { nth: number; key: string; keyId: string; ordered: number; seconds: number }

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Each client has its own account and submits and polls for the given time; every third one submits jobs that fail. */
export async function manyClients(count: number, ms: number): Promise<Seen> {
  const scenarios = [{ play: 'fails', with: { after: POLLS }, for: { prompt: 'storm' } }]
  await using service = await startService({ polls: POLLS, capacity: 1, mostJobs: KEPT, scenarios })
  const agent = new Agent({ connections: count })
  const seen: Seen = { jobs: 0, requests: 0, wrong: [], memory: [] }
  const ends = performance.now() + ms
  const clients = Array.from({ length: count }, (_, nth) => clientOf(service, nth))
  const sampling = setInterval(() => seen.memory.push(inUse()), ms / SAMPLES)
  await Promise.all(clients.map((client) => work(client, { service, agent, seen, clients, ends })))
  clearInterval(sampling)
  for (const client of clients) {
    const { jobs, seconds } = service.store.jobs.sumsByKey(client.keyId)
    if (jobs !== client.ordered || seconds !== client.seconds)
      seen.wrong.push(`client ${client.nth} ordered ${client.ordered} jobs, and ${jobs} are counted`)
  }
  await agent.destroy()
  return seen
}

function inUse(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}

function clientOf({ accounts }: RunningService, nth: number): Client {
  const account = `client ${nth}`
  accounts.open(account)
  const { key, keyId } = accounts.issue(account, 'its only one')
  return { nth, key, keyId, ordered: 0, seconds: 0 }
}

type Work = { service: RunningService; agent: Agent; seen: Seen; clients: readonly Client[]; ends: number }

async function work(client: Client, { service, agent, seen, clients, ends }: Work): Promise<void> {
  const fails = client.nth % 3 === 0
  const wrong = (what: string) => seen.wrong.push(`client ${client.nth}: ${what}`)
  const ask = async (path: string, body?: object, key = client.key) => {
    await sleep(PAUSE_MS)
    const { origin, pathname } = new URL(service.baseUrl)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const method = body ? 'POST' : 'GET'
    const answer = await agent.request({
      origin,
      path: pathname + path,
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    })
    seen.requests++
    return { status: answer.statusCode, json: (await answer.body.json()) as { id: string; status: string } }
  }

  while (performance.now() < ends || seen.jobs < TIMES_KEPT * KEPT) {
    const duration = 1 + ((client.nth + client.ordered) % 60)
    const prompt = `${fails ? 'A storm' : 'A calm'} of client ${client.nth}`
    const { status, json } = await ask('/videos', { model: 'swift', prompt, duration })
    if (status !== 202) {
      wrong(`its submission is answered ${status}, though it has no other job`)
      return
    }
    client.ordered++
    client.seconds += duration
    seen.jobs++
    const path = `/videos/${json.id}`
    const states: string[] = []
    for (let poll = 0; poll < POLLS; poll++) states.push((await ask(path)).json.status)
    const expected = `queued,running,running,${fails ? 'failed' : 'succeeded'}`
    if (states.join() !== expected) wrong(`its job went ${states.join()} and not ${expected}`)
    const other = clients[(client.nth + 1) % clients.length]!
    const elsewhere = await ask(path, undefined, other.key)
    if (elsewhere.status !== 404) wrong(`its job answers ${elsewhere.status} to another account`)
  }
}
