import { expect, it } from 'vitest'
import { BOUNDS } from '../../settings/bounds/bounds.ts'
import { Window } from '../reading/window.ts'
import { sourceOf } from '../source-for-tests.ts'
import { Elements, ID } from './elements.ts'
import { endsOf } from './ends.ts'
import { cluster, element, frame, matroska, number, simpleBlock } from './matroska-for-tests.ts'
import { segmentFrom } from './segment.ts'
import { tracksFrom } from './track.ts'

const blocks = (count: number) => Array.from({ length: count }, (_, nth) => simpleBlock(nth, frame(nth)))
const POINTS_TO = 0x1c53bb6b

/** An index that names the first cluster alone; it is found by its place behind itself. */
function indexOf(place: number): Uint8Array {
  return element(POINTS_TO, element(0xbb, number(0xb3, 0), element(0xb7, number(0xf1, place))))
}

async function segmentIn(bytes: Uint8Array) {
  const elements = new Elements(new Window(sourceOf(bytes)))
  const header = await elements.at(0, bytes.length)
  const whole = await elements.at(header!.end, bytes.length)
  return { elements, segment: await segmentFrom(elements, whole!) }
}

/** The pictures at both ends of a file, as if it were too large to be read. */
async function endsIn(clusters: Uint8Array[]) {
  const empty = matroska({ clusters: [] })
  const before = empty.length - Buffer.from(empty).indexOf(Buffer.from([0x15, 0x49, 0xa9, 0x66]))
  const { elements, segment } = await segmentIn(
    matroska({ clusters: [indexOf(before + indexOf(0).length), ...clusters] }),
  )
  const [track] = await tracksFrom(elements, segment.tracks!)
  return endsOf(elements, segment, track!)
}

it('at each end of a large file a few pictures are looked at', async () => {
  const most = BOUNDS.picturesAtAnEnd.most
  const { first, last } = await endsIn([cluster(0, ...blocks(3 * most)), cluster(900, ...blocks(3 * most))])
  expect([first.length, last.length]).toEqual([most, most])
})

it('the last cluster is looked for behind the one that the index names, a few of them further', async () => {
  const behind = (count: number) =>
    Array.from({ length: count }, (_, nth) => cluster(40 * nth, simpleBlock(0, frame(0)), simpleBlock(20, frame(1))))
  const most = BOUNDS.clustersToTheEnd.most
  expect((await endsIn(behind(most + 1))).why).toBeUndefined()
  expect((await endsIn(behind(most + 2))).why).toBe(`more than ${most} clusters to its end`)
})

it('of the places that a file lists, so many are looked at', async () => {
  const most = BOUNDS.placesListed.most
  const list = element(
    ID.seekHead,
    ...Array.from({ length: 3 * most }, () => element(ID.seek, number(ID.seekPosition, 7))),
  )
  const { segment } = await segmentIn(matroska({ clusters: [list, cluster(0, ...blocks(1))] }))
  expect(segment.others).toHaveLength(most)
})
