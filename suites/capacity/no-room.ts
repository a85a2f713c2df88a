import { fieldsSent } from '../../engine/history/reading/reading.ts'
import { requestTo } from '../../engine/http/requests.ts'
import { MOST_TIMES_FULL } from '../../engine/jobs/room.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import type { Phase } from '../../engine/run/driving/phase.ts'

const KEYS = ['A', 'A2'] as const satisfies readonly KeyName[]

/**
 * What would be refused in any event, sent while there is no room: whether that is said before the body is read or behind
 * it is up to the server, and where it is said, it is said as to anybody. Nobody pays for the question.
 */
export const BAD_BODY_WITHOUT_ROOM: Phase = {
  name: 'invalid bodies while capacity is exceeded',
  max: ({ keys, configuration: { profile } }) => ({
    requests: profile === 'smoke' ? 0 : MOST_TIMES_FULL * KEYS.filter((key) => keys.includes(key)).length,
  }),
  async drive(drive) {
    if (drive.configuration.profile !== 'smoke') drive.jobs.whenFull(() => sendBadBodies(drive))
  },
}

async function sendBadBodies(drive: Drive): Promise<void> {
  const { request } = await drive.twin('POST /videos')
  const { prompt: _, image_url: __, ...others } = fieldsSent(request)
  for (const key of KEYS.filter((each) => drive.has(each))) {
    const bad = requestTo(drive.target, 'POST /videos', { key, body: JSON.stringify(others) })
    await drive.observe(
      'neither prompt nor image_url, while capacity is exceeded',
      bad,
      { wrong: ['body'] },
      { waits: 0 },
    )
  }
}
