import { READINGS } from '../../../spec/endpoints.ts'
import { idAt } from '../../discovery/dialect/job-id.ts'
import type { Discovered, DiscoveryParts } from '../../discovery/discovery.ts'
import type { Exchange } from '../../history/entry/exchange.ts'
import { INTRODUCTION } from '../../history/entry/senders.ts'
import { jsonOf, succeeded } from '../../history/reading/reading.ts'
import { keyOf } from '../../history/reading/request-key.ts'
import { receivedInWords } from '../../history/reading/words.ts'
import { endpointOf } from '../../http/requests.ts'
import type { JobPool } from '../../jobs/pool.ts'
import { isKnownAsBad } from '../../keys/keyring.ts'
import type { KeyName } from '../../keys/placeholders.ts'
import { NotTested } from '../not-tested.ts'
import type { Resumption } from './resumption.ts'

/** Restores the results of discovery. `isAway`: the server does not respond as before, so the run cannot be resumed now. */
export async function restoreDiscovery(
  resumption: Resumption,
  parts: DiscoveryParts,
): Promise<Discovered & { isAway?: string }> {
  const { earlier, recording } = resumption
  const { client, jobs, dialect, target } = parts
  const learned = earlier.learned!
  Object.assign(dialect, learned.dialect)
  const isReading = ({ purpose, request }: Exchange) =>
    purpose.part === 'twin' && READINGS.some((name) => name === endpointOf(request, target))
  const readings = recording.exchangesBy(INTRODUCTION).filter(isReading)
  client.baseline = readings.find(succeeded)?.request
  parts.onReached()
  if (client.baseline) {
    const now = await client.ask(client.baseline, { by: 'recovery', part: 'control' })
    if (!succeeded(now))
      return {
        isAway: `${target.baseUrl} does not respond as it did before the interruption (${receivedInWords(now)}): resume when it does`,
      }
  }
  restoreJobs(resumption, jobs, learned.dialect.idWay, ({ n }) => !earlier.reusable.has(n))
  const submission = recording.exchange(learned.evidence[0] ?? 0)
  const job = jobs.all.find(({ n }) => n === submission?.n)
  return {
    ...(submission && { submission }),
    ...(job && { job }),
    ...(learned.noJob !== undefined && { noJob: new NotTested(learned.noJob) }),
  }
}

/** Adds jobs of the interrupted run, which are then polled to completion. */
export function restoreJobs(
  { earlier, recording }: Resumption,
  jobs: JobPool,
  idWay: readonly string[] | undefined,
  which: (accepted: { n: number; by: string }) => boolean = () => true,
): void {
  const wanted = new Map(
    earlier.accepted
      .filter((each) => which(each) && !jobs.all.some(({ n }) => n === each.n))
      .map(({ n }) => [n, [] as Exchange[]]),
  )
  if (wanted.size === 0) return
  for (const entry of recording) {
    if (entry.kind !== 'exchange' || entry.purpose.polled === undefined) continue
    const { part, job = 0 } = entry.purpose
    if (part === 'poll' || part === 'observation' || (part === 'introduction' && succeeded(entry)))
      wanted.get(job)?.push(entry)
  }
  for (const [n, polls] of wanted) {
    const submission = recording.exchange(n)!
    const id = polls.find(succeeded)?.purpose.polled ?? (idWay && idAt(jsonOf(submission)?.value, idWay))
    if (id !== undefined) jobs.restore(submission, id, ownerOf(submission), polls)
  }
}

/** Account A, if the submission had no valid key. */
function ownerOf({ request, purpose }: Exchange): KeyName {
  const key = keyOf(request)
  return purpose.part === 'submission' && key !== undefined && !isKnownAsBad(key) ? key : 'A'
}
