import { requestTo } from '../../engine/http/requests.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import { bookFor } from '../limits/book.ts'
import { FAILING_PROMPT, IMAGE } from '../limits/inputs.ts'
import { restingOrder } from '../limits/order-book.ts'
import { shownBy, withAnyOf } from '../limits/shown.ts'
import { bodyOf, type Order, traitsOf } from '../limits/trait.ts'
import { FAILING } from './attribution-rules.ts'
import type { Happening } from './marks.ts'

export type Wish = { text: string; tries: string[] }

/** A job by which the meters are watched, beside the plainest ones; of a sort that a meter may treat in a way of its own. */
export type Other = { key: KeyName; sort?: string; wish: Wish; poller: KeyName }

const wishOf = (order: Order): Wish => ({ text: bodyOf(order), tries: traitsOf(order).map(({ name }) => name) })

/** The cheapest there is: whatever is compared is made of the same. */
export async function restingWish(drive: Drive): Promise<Wish> {
  return wishOf(restingOrder(await bookFor(drive)))
}

/** Accounts may have models of their own. */
async function wishOfTheOtherAccount(drive: Drive): Promise<Wish> {
  const wish = await restingWish(drive)
  const reading = await drive.good('GET /models', requestTo(drive.target, 'GET /models', { key: 'B' }))
  return { ...wish, text: withAnyOf(shownBy(reading, drive.dialect.models), wish.text) }
}

/** Everything unusual in as few jobs as can be: of an image, at the largest size, polled by another key; and one that fails. */
async function unusualJobs(drive: Drive): Promise<Other[]> {
  const { base, classes } = await bookFor(drive)
  const all = classes.flat()
  const image = all.find(({ name }) => name === IMAGE)?.manners[0]
  const largest = all.findLast(({ place, manners }) => place === 'resolution' && manners.length > 0)?.manners[0]
  const failing = all.flatMap(({ manners }) => manners).find(({ name }) => name === FAILING_PROMPT)
  const poller = drive.has('A2') ? 'A2' : 'A'
  const sort = ['at the largest size', ...(image ? ['from an image'] : []), ...(poller === 'A' ? [] : ['polled by A2'])]
  const order = { ...base, ...(image && { input: image }), ...(largest && { resolution: largest }) }
  return [
    { key: 'A', sort: sort.join(', '), wish: wishOf(order), poller },
    ...(failing
      ? [{ key: 'A' as const, sort: FAILING, wish: wishOf({ ...order, input: failing }), poller: 'A' as const }]
      : []),
  ]
}

/** Those of the other account, and unusual ones: in full only, for each costs a job. */
export async function othersToWatch(drive: Drive): Promise<Other[]> {
  if (drive.configuration.profile !== 'full') return []
  const ofTheOtherAccount = async (): Promise<Other> => ({
    key: 'B',
    wish: await wishOfTheOtherAccount(drive),
    poller: 'B',
  })
  return [...(drive.has('B') ? [await ofTheOtherAccount()] : []), ...(await unusualJobs(drive))]
}

export const otherInWords = ({ key, sort }: Pick<Other, 'key' | 'sort'>) =>
  `one more job of key ${key}${sort ? ` ${sort}` : ''}`

export const happeningOf = ({ key, sort }: Other): Happening => ({ event: 'a job', key, ...(sort && { sort }) })
