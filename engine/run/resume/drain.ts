import { refusePlainHttp, targetOf } from '../../config/target.ts'
import type { Began } from '../../history/entry/entries.ts'
import type { Exchange } from '../../history/entry/exchange.ts'
import { History } from '../../history/history.ts'
import { recordOf, statusOf, succeeded } from '../../history/reading/reading.ts'
import { receivedInWords } from '../../history/reading/words.ts'
import type { Recording } from '../../history/recording.ts'
import { Client } from '../../http/client.ts'
import { Budget } from '../../http/limits/budget.ts'
import { Network } from '../../http/network/network.ts'
import { userAgentOf } from '../../http/requests.ts'
import { finishLeftovers, type Leftover, leftoversIn } from '../../jobs/leftovers.ts'
import { Vault } from '../../keys/vault.ts'
import type { Provision } from '../provision.ts'

/** The last known state of an unfinished job. */
export type Drained = Leftover & ({ kind: 'final'; status: string } | { kind: 'left'; why: string })

type Asked = {
  began: Began
  recording: Recording
  provision: Pick<Provision, 'keys' | 'redact' | 'passphrase' | 'environment'>
  deadlineMs: number
  interrupt?: AbortSignal
  onJobs?: (jobs: number) => void
}

/** Polls each unfinished job of a run until it is final, at the poll interval of that run. Writes no files. */
export async function drain({
  began,
  recording,
  provision: { keys, redact = [], passphrase, environment },
  deadlineMs,
  interrupt,
  onJobs,
}: Asked): Promise<Drained[]> {
  const { configuration } = began
  const target = targetOf(began.target.baseUrl)
  if (!configuration.allowHttp) refusePlainHttp(new URL(target.baseUrl))
  const vault = new Vault(keys, configuration.seed, redact)
  const all = (await leftoversIn(recording, target)) ?? []
  const [asked, others] = [true, false].map((has) => all.filter(({ key }) => vault.names().includes(key) === has))
  onJobs?.(all.length)
  const over = AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(interrupt ? [interrupt] : [])])
  const gone = new AbortController()
  const until = AbortSignal.any([over, gone.signal])
  const history = new History()
  const last = new Map<string, Exchange>()
  history.listen((entry) => {
    if (entry.kind !== 'exchange' || entry.purpose.polled === undefined) return
    // Keeps the previous poll if the deadline interrupted the last one.
    if (entry.answer || !last.has(entry.purpose.polled)) last.set(entry.purpose.polled, entry)
  })
  const stop = () => gone.abort()
  const client = new Client({
    ...{ target, vault, history, configuration: { ...configuration, deadlineMs } },
    ...{ network: new Network({ ...configuration, passphrase, environment, own: target.origin }) },
    userAgent: userAgentOf(began.run),
    ...{ budget: new Budget({}), over: until, givenUp: until, onGone: stop, onRefused: stop },
  })
  const left = await finishLeftovers(asked!, { client, target, intervalMs: configuration.pollIntervalMs, until })
  await client.close()
  const isLeft = ({ id }: Leftover) => left.some((each) => each.id === id)
  return [
    ...asked!.map((job): Drained => ({ ...job, ...outcomeOf(last.get(job.id), isLeft(job)) })),
    ...others!.map((job): Drained => ({ ...job, kind: 'left', why: `the key ${job.key} is missing` })),
  ]
}

type Outcome = { kind: 'final'; status: string } | { kind: 'left'; why: string }

function outcomeOf(poll: Exchange | undefined, isLeft: boolean): Outcome {
  if (poll === undefined) return { kind: 'left', why: 'it was not polled' }
  if (!isLeft && statusOf(poll) === 404) return { kind: 'left', why: 'the server does not know this id' }
  const status = succeeded(poll) ? recordOf(poll)?.status : undefined
  if (!isLeft && typeof status === 'string') return { kind: 'final', status }
  return { kind: 'left', why: typeof status === 'string' ? `it is still ${status}` : receivedInWords(poll) }
}
