import { around, type Behaviour } from '../../interface/behaviour.ts'
import { headroomOf } from '../../interface/readings.ts'
import type { Caller, World } from '../../interface/world.ts'
import { isFinalStatus } from '../../store/final.ts'

/**
 * A job whose id the client never received is never polled. It does not count against the capacity, so that a client
 * that submits again gets through in the end.
 */
export function losingJobs(behaviour: Behaviour, world: World): (caller: Caller) => void {
  const made = new WeakMap<Caller, string>()
  const lost = new Map<string, Set<string>>()
  around(behaviour, 'createJob', (next, caller, order) => {
    const job = next(caller, order)
    made.set(caller, job.id)
    return job
  })
  const stillLost = (account: string): number => {
    const ids = lost.get(account) ?? new Set()
    for (const id of ids) {
      const job = world.store.jobs.get(id)
      if (!job || isFinalStatus(job.status) || job.step > 0) ids.delete(id)
    }
    return ids.size
  }
  around(behaviour, 'room', (next, caller) => next(caller) + stillLost(caller.account))
  around(behaviour, 'capacity', (next, caller) => {
    const unheardOf = stillLost(caller.account)
    return unheardOf === 0 ? next(caller) : world.dialect.readings.capacity(headroomOf(caller, world, unheardOf))
  })
  return (caller) => {
    const id = made.get(caller)
    if (id === undefined) return
    lost.set(caller.account, (lost.get(caller.account) ?? new Set()).add(id))
  }
}
