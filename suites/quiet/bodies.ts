import { requestTo } from '../../engine/http/requests.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { cheapest, combinationsFor, specialIn } from '../limits/combinations.ts'
import { shownBy, withAnyOf } from '../limits/shown.ts'
import { bodyOf, type Combination, namesIn } from '../limits/values.ts'
import { FAILING, type Happening } from './marks.ts'

export type Body = { text: string; tries: string[] }

/** A further job for usage and balance; `sort`: of a kind that a server may count differently. */
export type Other = { key: KeyName; sort?: string; body: Body; poller: KeyName }

const made = (combination: Combination): Body => ({ text: bodyOf(combination), tries: namesIn(combination) })

/** Compared jobs have the same body, the cheapest. */
export async function comparedBody(drive: Driver): Promise<Body> {
  return made(cheapest(await combinationsFor(drive)))
}

/** Jobs of the other account, and unusual ones. Only in full: each costs a job. */
export async function otherJobs(drive: Driver): Promise<Other[]> {
  if (drive.configuration.profile !== 'full') return []
  const others: Other[] = []
  if (drive.has('B')) {
    // Accounts may have models of their own.
    const reading = await drive.good('GET /models', requestTo(drive.target, 'GET /models', { key: 'B' }))
    const { text, tries } = await comparedBody(drive)
    const own = withAnyOf(shownBy(reading, drive.dialect.models), text)
    others.push({ key: 'B', body: { text: own, tries }, poller: 'B' })
  }
  const combinations = await combinationsFor(drive)
  const { image, largest, failing } = specialIn(combinations)
  const poller = drive.has('A2') ? 'A2' : 'A'
  const sort = [
    'at the largest size',
    ...(image ? ['from an image'] : []),
    ...(poller === 'A2' ? ['polled by A2'] : []),
  ]
  const unusual = {
    ...combinations.base,
    ...(image && { input: image }),
    ...(largest && { resolution: largest }),
  }
  others.push({ key: 'A', sort: sort.join(', '), body: made(unusual), poller })
  if (failing) others.push({ key: 'A', sort: FAILING, body: made({ ...unusual, input: failing }), poller: 'A' })
  return others
}

/** Its case if it is submitted while another job rests. */
export const besideInWords = (other: Other) => `${otherInWords(other)} while one rests`

export const otherInWords = ({ key, sort }: Pick<Other, 'key' | 'sort'>) =>
  `one more job of key ${key}${sort ? ` ${sort}` : ''}`

export const happeningOf = ({ key, sort }: Other): Happening => ({ event: 'a job', key, ...(sort && { sort }) })
