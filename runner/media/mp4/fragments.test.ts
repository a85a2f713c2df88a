import { describe, expect, it } from 'vitest'
import { concat, factsOf, inShort, readBytes, toldOf } from '../source-for-tests.ts'
import { VP9_INTER, vp9Key } from '../streams/stream-for-tests.ts'
import { box, moov, u32 } from './mp4-for-tests.ts'

type Fragment = {
  pictures: Uint8Array[]
  time?: number
  /** Each its own, or that of the header, or that of the whole film. */
  ticks?: number[] | number
  shifts?: number[]
}

/** An index that lists nothing but says that fragments follow. */
function head({ ticks = 1000, edits = [] as [number, number][], listed = 0, inMovie = 0 } = {}): Uint8Array {
  const trex = box('trex', u32(0), u32(1), u32(1), u32(ticks), u32(0), u32(0))
  const mehd = inMovie > 0 ? [box('mehd', u32(0), u32(inMovie))] : []
  const made = { ticks: new Array<number>(listed).fill(1000), pictures: new Array(listed).fill(VP9_INTER), edits }
  const index = (at: number) => moov({ ...made, movieTicks: 0, tracks: [box('mvex', ...mehd, trex)] }, at)
  const ftyp = box('ftyp', [0x69, 0x73, 0x6f, 0x36], u32(0))
  const media = listed > 0 ? [box('mdat', vp9Key(320, 180), ...made.pictures.slice(1))] : []
  return concat([ftyp, index(ftyp.length + index(0).length + 8), ...media])
}

function fragment({ pictures, time, ticks, shifts }: Fragment): Uint8Array {
  const tfhd = box(
    'tfhd',
    u32(typeof ticks === 'number' ? 0x20008 : 0x20000),
    u32(1),
    typeof ticks === 'number' ? u32(ticks) : [],
  )
  const tfdt = time === undefined ? [] : [box('tfdt', u32(0), u32(time))]
  const flags = 0x201 | (Array.isArray(ticks) ? 0x100 : 0) | (shifts ? 0x800 : 0)
  const rows = pictures.map((picture, i) => [
    ...(Array.isArray(ticks) ? u32(ticks[i]!) : []),
    ...u32(picture.length),
    ...(shifts ? u32(shifts[i]!) : []),
  ])
  const moof = (at: number) =>
    box(
      'moof',
      box('mfhd', u32(0), u32(1)),
      box('traf', tfhd, ...tfdt, box('trun', u32(flags), u32(pictures.length), u32(at), rows.flat())),
    )
  return concat([moof(moof(0).length + 8), box('mdat', ...pictures)])
}

const key = (count: number) => [vp9Key(320, 180), ...new Array<Uint8Array>(count - 1).fill(VP9_INTER)]

describe('fragments of an MP4 file', () => {
  it('are added up', async () => {
    const bytes = concat([head(), fragment({ pictures: key(6) }), fragment({ pictures: key(6) })])
    const facts = await factsOf(bytes)
    expect(inShort(facts)).toMatchObject({ pixels: '320x180', seconds: 0.5, frames: 12, fps: 24 })
    expect(toldOf(facts.seconds)).toEqual({ fragments: 0.5 })
  })

  it('take their ticks from a run, from a header, or from the film', async () => {
    const own = fragment({ pictures: key(2), ticks: [2000, 4000] })
    const headers = fragment({ pictures: key(3), ticks: 2000 })
    const film = fragment({ pictures: key(6) })
    const facts = await factsOf(concat([head(), own, headers, film]))
    expect(inShort(facts)).toMatchObject({ seconds: 0.75, frames: 11 })
  })

  it('stand where their own time says, in any order', async () => {
    const late = fragment({ pictures: key(6), time: 106_000 })
    const early = fragment({ pictures: key(6), time: 100_000 })
    expect(inShort(await factsOf(concat([head(), late, early])))).toMatchObject({ seconds: 0.5, frames: 12, fps: 24 })
  })

  it('leave a gap where one is missing in between', async () => {
    const parts = [fragment({ pictures: key(6), time: 0 }), fragment({ pictures: key(6), time: 24_000 })]
    expect(inShort(await factsOf(concat([head(), ...parts])))).toMatchObject({ seconds: 1.25, frames: 12, fps: 9.6 })
  })

  it('are shifted in both directions', async () => {
    const shifts = [0, 2000, -1000, -1000, 0, 0]
    const facts = await factsOf(concat([head(), fragment({ pictures: key(6), shifts, time: 5000 })]))
    expect(inShort(facts)).toMatchObject({ seconds: 0.25, frames: 6, fps: 24 })
    expect(facts.variable).toBeUndefined()
  })

  it('follow what the index itself lists', async () => {
    const facts = await factsOf(concat([head({ listed: 6 }), fragment({ pictures: key(6) })]))
    expect(inShort(facts)).toMatchObject({ seconds: 0.5, frames: 12, fps: 24 })
  })

  it('are shown to their end, whatever the edit list knew of them', async () => {
    const edited = head({ edits: [[10, 0]] })
    expect(inShort(await factsOf(concat([edited, fragment({ pictures: key(6) })])))).toMatchObject({ frames: 6 })
  })

  it('are told beside what headers and segment indexes say', async () => {
    const part = fragment({ pictures: key(6) })
    const sidx = box(
      'sidx',
      u32(0),
      u32(1),
      u32(1000),
      u32(0),
      u32(0),
      [0, 0, 0, 1],
      u32(part.length),
      u32(250),
      u32(0),
    )
    const facts = await factsOf(concat([head({ inMovie: 700 }), sidx, part]))
    expect(toldOf(facts.seconds)).toEqual({ fragments: 0.25, 'fragments header': 0.7, 'segment index': 0.25 })
  })

  it('that a segment index lists and the file does not hold are missing', async () => {
    const part = fragment({ pictures: key(6) })
    const references = [...u32(part.length), ...u32(250), ...u32(0), ...u32(5000), ...u32(250), ...u32(0)]
    const sidx = box('sidx', u32(0), u32(1), u32(1000), u32(0), u32(0), [0, 0, 0, 2], references)
    const reading = await readBytes(concat([head(), sidx, part]))
    expect(reading).toMatchObject({ kind: 'not whole', what: expect.stringMatching(/^the index lists \d+ bytes/) })
  })

  it('are missing where none came', async () => {
    const reading = await readBytes(head())
    expect(reading).toMatchObject({ kind: 'not whole', what: 'an index that lists no pictures' })
  })

  it('are not whole where one is cut', async () => {
    const bytes = concat([head(), fragment({ pictures: key(6) }), fragment({ pictures: key(6) })])
    const inMedia = await readBytes(bytes.subarray(0, -1))
    expect(inMedia).toMatchObject({ kind: 'not whole', what: expect.stringContaining('1 of 12 pictures') })
    const inIndex = await readBytes(bytes.subarray(0, Buffer.from(bytes).lastIndexOf('trun')))
    expect(inIndex).toMatchObject({ kind: 'not whole', what: expect.stringMatching(/^the index \(moof\) is cut off/) })
  })

  it('without an index in front are not whole', async () => {
    const reading = await readBytes(fragment({ pictures: key(6) }))
    expect(reading).toMatchObject({ kind: 'not whole', what: expect.stringContaining('never came') })
  })
})
