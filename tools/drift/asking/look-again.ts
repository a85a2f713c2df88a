import { isRecord, parseJson } from '../../../engine/history/reading/reading.ts'
import { requestTo } from '../../../engine/http/requests.ts'
import type { Driver } from '../../../engine/run/driver.ts'
import { NotTested } from '../../../engine/run/not-tested.ts'
import type { Phase } from '../../../engine/run/phase.ts'
import { READINGS } from '../../../spec/endpoints.ts'
import { FIELDS } from '../../../spec/words.ts'

/** Repetitions beyond the profile. */
export type Looks = {
  /** How often each read request is repeated. */
  readings: number
  /** Further jobs of one second, in sequence. */
  jobs: number
}

/** Requests reserved for the end of the run. */
const FOR_THE_END = 2

/**
 * One sighting does not show whether behaviour is constant, so each read request is repeated, and a baseline makes
 * several jobs. Uses only requests that the limit leaves over.
 */
export function lookingAgain({ readings, jobs }: Looks): Phase[] {
  const more: Phase = {
    name: 'jobs seen again',
    max: () => ({ requests: jobs, jobs, videoSeconds: jobs * FIELDS.duration.least, kind: 'plain' }),
    drive: async (drive) => {
      const [first] = drive.firstSubmissions().toReversed()
      if (first?.request.body === undefined) throw new NotTested('no job could be created')
      for (let made = 1; made <= jobs; made++) await drive.jobs.submit(anew(first.request.body, made))
    },
  }
  const again: Phase = {
    name: 'readings seen again',
    stage: 'last',
    max: () => ({ requests: readings * READINGS.length }),
    drive: (drive) => readAgain(drive, readings),
  }
  return [...(jobs > 0 ? [more] : []), again]
}

/** Varies the prompt: whether equal submissions make two jobs is tested elsewhere. */
function anew(body: string, nth: number): string {
  const order = parseJson(body)?.value
  if (!isRecord(order) || typeof order.prompt !== 'string') return body
  return JSON.stringify({ ...order, prompt: `${order.prompt} Take ${nth}.` })
}

async function readAgain(drive: Driver, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    for (const reading of READINGS) {
      if (drive.requestsLeft <= FOR_THE_END) return
      await drive.good(reading, requestTo(drive.target, reading))
    }
  }
}
