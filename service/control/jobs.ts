import type { Stage, Status } from '../../spec/words.ts'
import type { World } from '../interface/world.ts'
import { isFinalStatus } from '../store/final.ts'
import type { Flaw, ForcedState, Job } from '../store/job.ts'

export type Forcing = {
  status: Status
  /** For a queued or running job. */
  stage?: Stage
  /** For a failed job. */
  error?: Partial<Flaw>
  /** Keeps this state for all polls until it is changed or released. */
  hold?: boolean
}

/** Jobs of all accounts, for tests to inspect and control. */
export type JobsInHand = {
  /** Newest first. */
  list(asked?: { account?: string; status?: Status; most?: number }): Job[]
  get(id: string): Job | undefined
  /** Sets what the next poll returns. §3: final states do not change. */
  force(id: string, next: Forcing): Job
  fail(id: string, error?: Partial<Flaw>): Job
  succeed(id: string): Job
  /** Keeps running for as long as it is held. */
  hold(id: string, state?: { status?: 'queued' | 'running'; stage?: Stage }): Job
  /** Releases a held job. */
  letGo(id: string): Job
}

/** Default page size. */
const USUALLY = 100

const UNSAID: Flaw = { code: 'generation_failed', message: 'The model could not generate a video for this request.' }

export function jobsInHand({ store }: World): JobsInHand {
  const change = (id: string, forced: ForcedState | null): Job =>
    store.transaction(() => {
      const job = store.jobs.get(id)
      if (!job) throw new RangeError(`unknown job ${id}`)
      if (isFinalStatus(job.status)) throw new RangeError(`the job ${id} is ${job.status}, which is final`)
      const next = { ...job, forced }
      store.jobs.save(next)
      return next
    })
  const force = (id: string, next: Forcing) => change(id, stateOf(next))

  return {
    list: ({ most = USUALLY, ...asked } = {}) => store.jobs.list({ ...asked, most }),
    get: (id) => store.jobs.get(id),
    force,
    fail: (id, error = {}) => force(id, { status: 'failed', error }),
    succeed: (id) => force(id, { status: 'succeeded' }),
    hold: (id, { status = 'running', stage } = {}) => force(id, { status, hold: true, ...(stage && { stage }) }),
    letGo: (id) => change(id, null),
  }
}

function stateOf({ status, stage, error, hold = false }: Forcing): ForcedState {
  return {
    status,
    stage: isFinalStatus(status) ? null : (stage ?? 'generating'),
    flaw: status === 'failed' ? { ...UNSAID, ...error } : null,
    isHeld: hold,
  }
}
