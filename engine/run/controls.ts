import { type EndpointName, endpoint } from '../../spec/endpoints.ts'
import { below, type Target } from '../config/target.ts'
import type { Exchange, Purpose, RequestTemplate } from '../history/entry/exchange.ts'
import { INTRODUCTION } from '../history/entry/senders.ts'
import type { History } from '../history/history.ts'
import { succeeded } from '../history/reading/reading.ts'
import { receivedInWords } from '../history/reading/words.ts'
import type { JobPool } from '../jobs/pool.ts'
import { NotTested } from './not-tested.ts'

/** A request that succeeded in this run, for comparison with probes. */
export type Control = { exchange: Exchange; request: RequestTemplate }

/** A repeated control request that reads a job reads it again. */
export function readOf({ exchange: { purpose } }: Control): Pick<Purpose, 'job' | 'polled'> {
  const { job, polled } = purpose
  return job !== undefined && polled !== undefined ? { job, polled } : {}
}

type Parts = { target: Target; history: History; jobs: JobPool; submission: Exchange | undefined; noJob: NotTested }

/** Finds the control request of each endpoint, once. Rejects if none succeeded. */
export function controlsOf({
  target,
  history,
  jobs,
  submission,
  noJob,
}: Parts): (name: EndpointName) => Promise<Control> {
  const known = new Map<EndpointName, Promise<Control>>()

  const firstRead = async () => {
    const job = jobs.all[0]
    await job?.firstPoll
    return job?.polls.find(succeeded) ?? job?.polls.at(-1)
  }
  const reading = (path: string) => {
    const asked = history.recording.exchangesBy(INTRODUCTION).filter(({ request }) => request.path === path)
    return asked.findLast(succeeded) ?? asked.at(-1)
  }
  const find = async (name: EndpointName): Promise<Control> => {
    const { path } = endpoint(name)
    const isRead = path.includes('{id}')
    const exchange = name === 'POST /videos' ? submission : isRead ? await firstRead() : reading(below(target, path))
    if (!exchange) throw noJob
    if (succeeded(exchange)) return { exchange, request: exchange.request }
    throw new NotTested(`the control request did not return 2xx: ${receivedInWords(exchange)}`, { kind: 'no control' })
  }

  return (name) => {
    const control = known.get(name) ?? find(name)
    // Avoids an unhandled rejection; each caller sees it.
    control.catch(() => undefined)
    known.set(name, control)
    return control
  }
}
