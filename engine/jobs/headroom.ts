import { isOnThisMachine, type Target } from '../config/target.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { jsonOf, succeeded, walk } from '../history/reading/reading.ts'
import { endpointOf } from '../http/requests.ts'
import type { Room } from './capacity.ts'

const FREE = /^(available|free|remaining|headroom|left|open|idle)/
const MOST = /(limit|max|total|slots|capacity|concurren)/
const TAKEN = /(used|in_?use|active|running|unfinished|busy|queued|pending)/

/**
 * For how many jobs there is room, as far as GET /capacity can be read: its shape is open. Of several numbers that may
 * be it, the smallest; where none is called anything of the kind, the only one there is.
 */
export function headroomIn(reading: Exchange | undefined): number | undefined {
  if (!reading || !succeeded(reading)) return undefined
  const numbers = [...walk(jsonOf(reading)?.value)].flatMap(({ way, value }) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0
      ? [{ name: way.at(-1)?.toLowerCase() ?? '', value }]
      : [],
  )
  const called = (form: RegExp) => numbers.flatMap(({ name, value }) => (form.test(name) ? [value] : []))
  const free = called(FREE)
  if (free.length > 0) return Math.min(...free)
  const [most, taken] = [called(MOST), called(TAKEN)]
  if (most.length > 0) return Math.max(0, Math.min(...most) - Math.max(0, ...taken))
  return numbers.length === 1 && taken.length === 0 ? numbers[0]!.value : undefined
}

/** Several submissions at once come to others who use the same server: §4 has its room looked at before. */
export function heedTheRoom(readings: readonly Exchange[], target: Target, room: Pick<Room, 'heed'>): void {
  if (isOnThisMachine(new URL(target.origin))) return
  const headroom = headroomIn(readings.find(({ request }) => endpointOf(request, target) === 'GET /capacity'))
  if (headroom !== undefined) room.heed(headroom)
}
