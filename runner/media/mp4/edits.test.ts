import { describe, expect, it } from 'vitest'
import { factsOf, inShort, toldOf } from '../source-for-tests.ts'
import { mp4 } from './mp4-for-tests.ts'

/** Twelve pictures of half a second in all; edits are in thousandths. */
const shown = async (edits: [number, number, number?][]) => inShort(await factsOf(mp4({ edits })))

describe('an edit list', () => {
  it('that shows all of the media changes nothing, though it is rounded', async () => {
    expect(await shown([[500, 0]])).toMatchObject({ seconds: 0.5, frames: 12, fps: 24 })
    expect(await shown([[499, 0]])).toMatchObject({ seconds: 0.5, frames: 12, fps: 24 })
  })

  it('that waits first is not counted', async () => {
    const facts = await factsOf(
      mp4({
        edits: [
          [1500, -1],
          [500, 0],
        ],
      }),
    )
    expect(inShort(facts)).toMatchObject({ seconds: 0.5, frames: 12, fps: 24 })
    expect(toldOf(facts.seconds)).toMatchObject({ 'edit list': 0.5 })
  })

  it('that begins later hides the pictures before', async () => {
    expect(await shown([[250, 6000]])).toMatchObject({ seconds: 0.25, frames: 6, fps: 24 })
  })

  it('that ends earlier shortens what is shown, and tells of the rest', async () => {
    const facts = await factsOf(mp4({ edits: [[250, 0]] }))
    expect(inShort(facts)).toMatchObject({ seconds: 0.25, frames: 6, fps: 24 })
    expect(toldOf(facts.seconds)).toMatchObject({ 'edit list': 0.25, 'sum of the samples': 0.5, 'media header': 0.5 })
    expect(toldOf(facts.frames)).toMatchObject({ 'sum of the samples': 12 })
  })

  it('whose ticks are whole pictures hides each that it leaves out', async () => {
    const ticks = new Array<number>(12).fill(1)
    const facts = await factsOf(mp4({ ticks, timescale: 24, movieTimescale: 24, edits: [[11, 0]] }))
    expect(inShort(facts)).toMatchObject({ seconds: 0.458, frames: 11, fps: 24 })
  })

  it('that cuts a picture in two keeps the pace', async () => {
    expect(await shown([[270, 0]])).toMatchObject({ seconds: 0.27, frames: 7, fps: 24 })
  })

  it('of several edits adds up, pictures shown twice counting twice', async () => {
    const twice = await shown([
      [250, 0],
      [100, -1],
      [500, 0],
    ])
    expect(twice).toMatchObject({ seconds: 0.75, frames: 18, fps: 24 })
  })

  it('that holds a picture holds one', async () => {
    const held = await shown([
      [500, 0],
      [500, 11_000, 0],
    ])
    expect(held).toMatchObject({ seconds: 1, frames: 13, fps: 13 })
  })

  it('that says no length shows all from there on', async () => {
    expect(await shown([[0, 6000]])).toMatchObject({ seconds: 0.25, frames: 6 })
  })

  it('that only waits is none', async () => {
    expect(await shown([[900, -1]])).toMatchObject({ seconds: 0.5, frames: 12 })
  })

  it('that asks for more than there is shows what is there', async () => {
    expect(await shown([[9000, 0]])).toMatchObject({ seconds: 0.5, frames: 12, fps: 24 })
  })

  it('that shows none of the pictures is not believed', async () => {
    const facts = await factsOf(mp4({ edits: [[500, 900_000]] }))
    expect(facts.frames).toEqual({ unread: 'an edit list that shows none of the pictures' })
  })

  it('at another pace is not read', async () => {
    const facts = await factsOf(mp4({ edits: [[500, 0, 2]] }))
    expect(facts.seconds).toEqual({ unread: 'an edit at 2 times the pace' })
    expect(inShort(facts)).toMatchObject({ pixels: '320x180' })
  })
})
