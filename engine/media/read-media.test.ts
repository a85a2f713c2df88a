import { describe, expect, it } from 'vitest'
import { OutOfReach } from './facts.ts'
import { readMedia } from './read-media.ts'
import { committed, factsOf, inShort, sourceOf, toldOf } from './source-for-tests.ts'

const half = { seconds: 0.5, frames: 12, fps: 24 }
// Timestamps of Matroska are thousandths: the last picture begins a third of one early.
const nearlyHalf = { seconds: 0.5, frames: 12, fps: 24.016 }
const small = { pixels: '64x48', shown: '64x48', depth: 8 }
const odd = { pixels: '66x50', shown: '66x50', depth: 10 }

describe('the reader of video files', () => {
  it.each([
    ['avc.mp4', 'mp4', 'avc', { ...small, ...half }],
    ['avc-index-first.mp4', 'mp4', 'avc', { ...small, ...half }],
    ['avc-fragments-sound.mp4', 'mp4', 'avc', { ...small, ...half }],
    ['avc.mkv', 'matroska', 'avc', { ...small, ...nearlyHalf }],
    ['hevc-10.mov', 'mov', 'hevc', { ...odd, shown: '88x50', seconds: 0.2, frames: 12, fps: 60 }],
    ['vp9.webm', 'webm', 'vp9', { ...small, ...nearlyHalf }],
    ['vp9-live.webm', 'webm', 'vp9', { ...small, ...nearlyHalf }],
    ['av1-10.mp4', 'mp4', 'av1', { ...odd, ...half }],
    ['av1-10.webm', 'webm', 'av1', { ...odd, ...nearlyHalf }],
  ])('reads %s', async (name, container, codec, expected) => {
    const facts = await factsOf(committed(name))
    expect(facts).toMatchObject({ container, codec, rotation: 0 })
    expect(facts.variable).toBeUndefined()
    expect(inShort(facts)).toEqual(expected)
  })

  it('tells of each place in an MP4 file that says something', async () => {
    const facts = await factsOf(committed('avc.mp4'))
    expect(Object.keys(toldOf(facts.pixels))).toEqual(['codec configuration', 'sample entry'])
    expect(Object.keys(toldOf(facts.seconds))).toEqual([
      'sample table with edit list',
      'sample table',
      'media header',
      'edit list',
      'track header',
      'movie header',
    ])
    expect(toldOf(facts.fps)).toMatchObject({ 'timing in the stream': 24 })
    expect(toldOf(facts.shown)).toHaveProperty('track header', { width: 64, height: 48 })
  })

  it('reads sound without a picture as no video', async () => {
    const reading = await readMedia(sourceOf(committed('sound.mp4')))
    expect(reading).toEqual({ kind: 'no video', what: 'audio without video' })
  })

  it('learns the size of a file on the way', async () => {
    for (const name of ['avc.mp4', 'vp9.webm', 'vp9-live.webm']) {
      const bytes = committed(name)
      const blind = { ...sourceOf(bytes), size: () => undefined }
      expect(await readMedia(blind)).toEqual(await readMedia(sourceOf(bytes)))
    }
  })

  it('does not throw whatever the source does', async () => {
    const broken = { size: () => 10, read: () => Promise.reject(new TypeError('a fault of the source')) }
    expect(await readMedia(broken)).toEqual({ kind: 'unread', why: 'a fault of the source' })
    const late = { size: () => 10, read: () => Promise.reject(new OutOfReach('the run is over')) }
    expect(await readMedia(late)).toEqual({ kind: 'unread', why: 'the run is over' })
  })
})
