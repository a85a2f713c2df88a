import { expect, it } from 'vitest'
import { NotTried } from '../../runner/driving/not-tried.ts'
import { inLanes, roomFor } from './lanes.ts'

/** Sends whatever fits; what does not is told. */
function sending(fits: (thing: number) => boolean) {
  const told: string[] = []
  const sent: number[] = []
  const room = roomFor({
    async whereThereIsRoom(what, send) {
      const each = await send()
      if (each === undefined) told.push(what)
      return each
    },
    notTried(why) {
      throw new NotTried(why)
    },
  })
  const send = async (thing: number) =>
    void (await room(`${thing}`, async () => (fits(thing) ? sent.push(thing) : undefined)))
  const of = (things: number) => inLanes(1, Array.from({ length: things }).keys(), send, () => true)
  return { of, sent, told }
}

it('goes on behind what finds no room within the limits', async () => {
  const { of, sent, told } = sending((thing) => thing % 10 === 0)
  await of(100)
  expect(sent).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90])
  expect(told).toHaveLength(90)
})

it('ends where none of many in a row finds any', async () => {
  const { of, sent, told } = sending((thing) => thing === 0)
  await expect(of(100)).rejects.toThrow('20 in a row found no room within the limits')
  expect([sent, told.length]).toEqual([[0], 20])
})
