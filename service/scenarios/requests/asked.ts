import type { EndpointName } from '../../../spec/endpoints.ts'
import { around, type Behaviour } from '../../interface/behaviour.ts'
import type { Answer, Caller, Incoming, World } from '../../interface/world.ts'

export const REQUEST_KINDS = ['submissions', 'polls', 'readings', 'downloads'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** A request with a valid key or link. */
export type GoodRequest = {
  kind: RequestKind
  /** Undefined for downloads. */
  operation?: EndpointName
  /** An object of this request only; for a download, the owner of the job. */
  caller: Caller
  /** The polled or downloaded job, if it is the caller's. */
  job?: string
  incoming: Incoming
}

/** Runs the service's own handling. */
export type Go = () => Promise<Answer>

/** Wraps requests before `finish`, so that each trouble gets the headers of its dialect. */
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
