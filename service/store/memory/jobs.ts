import { isFinalStatus } from '../final.ts'
import type { Job } from '../job.ts'
import type { JobSums, Jobs } from '../jobs.ts'
import type { Undoing } from './undoing.ts'

/** Beyond this, the jobs that ended first are dropped; their usage stays counted. */
const MOST_JOBS = 50_000

export function jobsInMemory({ undo }: Undoing, most = MOST_JOBS) {
  const byId = new Map<string, Readonly<Job>>()
  const idByFile = new Map<string, string>()
  /** In the order of ending. */
  const ended = new Set<string>()
  const unfinished = new Map<string, number>()
  const ofKeys = new Map<string, JobSums>()
  const ofAccounts = new Map<string, JobSums>()

  const count = (job: Job, times: 1 | -1) => {
    if (!isFinalStatus(job.status)) unfinished.set(job.account, (unfinished.get(job.account) ?? 0) + times)
    addTo(ofKeys, job.keyId, job, times)
    addTo(ofAccounts, job.account, job, times)
  }
  const put = (job: Job) => {
    byId.set(job.id, job)
    idByFile.set(job.file, job.id)
    if (isFinalStatus(job.status)) ended.add(job.id)
    count(job, 1)
  }
  const forget = (job: Job) => {
    byId.delete(job.id)
    idByFile.delete(job.file)
    ended.delete(job.id)
  }
  const takeOut = (job: Job) => {
    forget(job)
    count(job, -1)
  }
  /** Keeps its position. */
  const change = (before: Job, after: Job) => {
    if (isCountedAlike(before, after)) {
      byId.set(after.id, after)
      return
    }
    count(before, -1)
    if (before.file !== after.file) idByFile.delete(before.file)
    if (!isFinalStatus(after.status)) ended.delete(after.id)
    put(after)
  }
  const makeRoom = () => {
    const [first] = ended
    if (first !== undefined) forget(byId.get(first)!)
  }
  let added = 0

  const jobs: Jobs = {
    list({ account = null, status = null, most: wanted }) {
      const found = [...byId.values()].filter(
        (job) => (account ?? job.account) === job.account && (status ?? job.status) === job.status,
      )
      return found
        .reverse()
        .slice(0, wanted)
        .map((job) => ({ ...job }))
    },
    get: (id) => shown(byId.get(id)),
    ofFile: (file) => shown(byId.get(idByFile.get(file) ?? '')),
    add(job) {
      if (byId.has(job.id) || idByFile.has(job.file)) throw new Error(`the job ${job.id} already exists`)
      const kept = asKept(job)
      put(kept)
      added++
      undo(() => {
        takeOut(kept)
        added--
      })
      if (byId.size > most) makeRoom()
    },
    save(job) {
      const before = byId.get(job.id)
      if (!before) return
      const kept = asKept(job)
      change(before, kept)
      undo(() => change(kept, before))
    },
    nextSequence: () => added + 1,
    unfinishedOf: (account) => unfinished.get(account) ?? 0,
    sumsByKey: (keyId) => ({ ...(ofKeys.get(keyId) ?? NOTHING) }),
    sumsByAccount: (account) => ({ ...(ofAccounts.get(account) ?? NOTHING) }),
  }

  return { jobs: Object.freeze(jobs), byId, put, forgetAll: () => [...byId.values()].forEach(takeOut) }
}

const NOTHING: JobSums = { jobs: 0, seconds: 0, credits: 0 }

/** Deeply frozen, so that callers cannot change a stored job. */
function asKept(job: Job): Readonly<Job> {
  const kept = { ...job }
  if (!Object.isFrozen(job.parameters)) kept.parameters = Object.freeze({ ...job.parameters })
  if (job.flaw && !Object.isFrozen(job.flaw)) kept.flaw = Object.freeze({ ...job.flaw })
  if (job.forced && !Object.isFrozen(job.forced)) kept.forced = Object.freeze({ ...job.forced })
  return kept
}

/** Most polls change nothing that is counted. */
function isCountedAlike(one: Job, other: Job): boolean {
  return (
    isFinalStatus(one.status) === isFinalStatus(other.status) &&
    one.account === other.account &&
    one.keyId === other.keyId &&
    one.credits === other.credits &&
    one.parameters.duration === other.parameters.duration &&
    one.file === other.file
  )
}

function shown(kept: Readonly<Job>): Job
function shown(kept: Readonly<Job> | undefined): Job | undefined
function shown(kept: Readonly<Job> | undefined): Job | undefined {
  return kept && { ...kept }
}

function addTo(sums: Map<string, JobSums>, name: string, { parameters, credits }: Job, times: 1 | -1): void {
  const sum = sums.get(name) ?? { ...NOTHING }
  sum.jobs += times
  sum.seconds += times * parameters.duration
  sum.credits += times * credits
  sums.set(name, sum)
}
