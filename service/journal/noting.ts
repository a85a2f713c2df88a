import type { Behaviour } from '../interface/behaviour.ts'
import type { World } from '../interface/world.ts'
import type { Present } from '../present.ts'

/** The same decisions, which also record the account and job of the current request. */
export function noting(behaviour: Behaviour, world: World, present: () => Present | undefined): Partial<Behaviour> {
  const note = (known: Pick<Present, 'caller' | 'job'>) => Object.assign(present() ?? {}, known)
  const { admit, createJob, findJob, resultFile } = behaviour
  return {
    admit(incoming) {
      const { isFromWithin, caller: known } = present() ?? {}
      const caller = isFromWithin ? known : admit(incoming)
      if (caller) note({ caller })
      return caller
    },
    createJob(caller, order) {
      const job = createJob(caller, order)
      note({ job: job.id })
      return job
    },
    findJob(caller, id) {
      const job = findJob(caller, id)
      if (job) note({ job: job.id })
      return job
    },
    resultFile(file, incoming) {
      const job = world.store.jobs.ofFile(file)
      if (job) note({ job: job.id, caller: { account: job.account, keyId: job.keyId } })
      return resultFile(file, incoming)
    },
  }
}
