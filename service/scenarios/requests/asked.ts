import type { EndpointName } from '../../../spec/endpoints.ts'
import { around, type Behaviour } from '../../interface/behaviour.ts'
import type { Answer, Caller, Incoming, World } from '../../interface/world.ts'

export const REQUEST_KINDS = ['submissions', 'polls', 'readings', 'downloads'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** A request with a good key, or with a good link. */
export type GoodRequest = {
  kind: RequestKind
  /** Of a download there is none. */
  operation?: EndpointName
  /** An object of this request alone; of a download, who ordered the job. */
  caller: Caller
  /** The job that is polled or fetched, if it is the caller's. */
  job?: string
  incoming: Incoming
}

/** Lets the service do its work. */
export type Go = () => Promise<Answer>

/** Before the last touch on every answer, so that each trouble has the headers of its dialect. */
export function aroundRequests(
  behaviour: Behaviour,
  world: World,
  meet: (asked: GoodRequest, go: Go) => Answer | Promise<Answer>,
): void {
  around(behaviour, 'operate', (next, operation, knownCaller, incoming) => {
    const caller = { ...knownCaller }
    const job = jobPolled(behaviour, world, caller, incoming)
    const asked = { kind: kindOf(operation), operation, caller, incoming, ...(job !== undefined && { job }) }
    return meet(asked, async () => next(operation, caller, incoming))
  })
  around(behaviour, 'resultFile', (next, file, incoming) => {
    const job = world.store.jobs.ofFile(file)
    const go = async () => next(file, incoming)
    if (!job) return go()
    const { id, account, keyId } = job
    return meet({ kind: 'downloads', caller: { account, keyId }, job: id, incoming }, go)
  })
}

function kindOf(operation: EndpointName): RequestKind {
  if (operation === 'POST /videos') return 'submissions'
  return operation === 'GET /videos/{id}' ? 'polls' : 'readings'
}

function jobPolled(behaviour: Behaviour, { store }: World, { account }: Caller, incoming: Incoming) {
  const route = behaviour.route(incoming)
  const job = route.kind === 'operation' && route.id !== undefined ? store.jobs.get(route.id) : undefined
  return job?.account === account ? job.id : undefined
}
