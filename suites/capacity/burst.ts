import { fieldsSent } from '../../engine/history/reading/reading.ts'
import { requestTo } from '../../engine/http/requests.ts'
import { MOST_TIMES_FULL } from '../../engine/jobs/capacity.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { NotTested } from '../../engine/run/not-tested.ts'
import type { Phase } from '../../engine/run/phase.ts'
import { FIELDS } from '../../spec/words.ts'
import { type Combinations, combinationsFor, mostOf, specialIn } from '../limits/combinations.ts'
import { bodyOf, type Combination, namesIn } from '../limits/values.ts'

const MOST = 50
/** Both keys of an account share its capacity. */
const KEYS = ['A', 'A2'] as const

const keysOf = (keys: readonly KeyName[]) => KEYS.filter((key) => keys.includes(key))

/** §4: /capacity is to be read before a burst. */
export async function readCapacity(drive: Driver, keys: readonly KeyName[]): Promise<void> {
  for (const key of keys)
    await drive.observe('the capacity before a burst', requestTo(drive.target, 'GET /capacity', { key }))
}

/** Submits different bodies at once; each 429 is retried until the job is accepted. */
async function provoke(drive: Driver): Promise<void> {
  const { burst } = drive.configuration
  if (burst === 0) return
  const all = submissionsOf(await combinationsFor(drive), burst)
  const keys = keysOf(drive.keys)
  await readCapacity(drive, keys)
  await Promise.all(
    all.map(async (each, index) => {
      const key = keys[index % keys.length]!
      const purpose = { case: `${index + 1} of a burst`, tries: namesIn(each) }
      try {
        await drive.jobs.submit(bodyOf(each), { key, purpose, atOnce: true })
      } catch (error) {
        if (!(error instanceof NotTested)) throw error
        drive.gap(purpose.case, error)
      }
    }),
  )
}

/** Different kinds, since a 429 may depend on the body; failing jobs have to free their capacity, too. */
function submissionsOf(combinations: Combinations, burst: number): Combination[] {
  const { base, all } = combinations
  const { image, largest, failing } = specialIn(combinations)
  const fails = failing ? [{ ...base, input: failing }] : []
  const kinds: Combination[] = [
    base,
    ...fails,
    ...(largest ? [{ ...base, resolution: largest }] : []),
    ...(image ? [{ ...base, input: image }] : []),
    ...fails,
    ...(image && largest ? [{ ...base, input: image, resolution: largest }] : []),
    ...fails,
    ...all.filter(({ duration }) => (duration?.seconds ?? FIELDS.duration.default) <= FIELDS.duration.default),
  ]
  return Array.from({ length: Math.min(burst, MOST) }, (_, index) => kinds[index % kinds.length]!)
}

/** Many submissions at once to provoke a 429. */
export const BURST: Phase = {
  name: 'burst',
  stage: 'quiet',
  priority: 2,
  max(input) {
    const { burst } = input.configuration
    if (burst === 0) return { requests: 0 }
    const { share: _, ...whole } = input
    const most = mostOf(whole, (each) => submissionsOf(each, burst))
    return { ...most, requests: most.requests + keysOf(input.keys).length }
  },
  drive: provoke,
}

/** A server may check the body or its capacity first; a 429 for an invalid body needs Retry-After, too. */
export const BAD_BODY_WITHOUT_CAPACITY: Phase = {
  name: 'invalid bodies while capacity is exceeded',
  max: ({ keys, configuration: { profile } }) => ({
    requests: profile === 'smoke' ? 0 : MOST_TIMES_FULL * keysOf(keys).length,
  }),
  async drive(drive) {
    if (drive.configuration.profile !== 'smoke') drive.jobs.whenFull(() => sendBadBodies(drive))
  },
}

async function sendBadBodies(drive: Driver): Promise<void> {
  const { request } = await drive.control('POST /videos')
  const { prompt: _, image_url: __, ...others } = fieldsSent(request)
  const what = 'neither prompt nor image_url, while capacity is exceeded'
  for (const key of keysOf(drive.keys)) {
    const bad = requestTo(drive.target, 'POST /videos', { key, body: JSON.stringify(others) })
    await drive.observe(what, bad, { wrong: ['body'] }, { waits: 0 })
  }
}
