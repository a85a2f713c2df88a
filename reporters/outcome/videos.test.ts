import { describe, expect, it } from 'vitest'
import { brokenAt, sampleReport } from '../../runner/report/sample-report-for-tests.ts'
import { sampleOfNone, sampleVideo, wrongVideo } from '../../runner/report/sample-videos-for-tests.ts'
import type { VideoReport } from '../../runner/report/videos.ts'
import {
  bytesInWords,
  furtherWrongs,
  gravestFirst,
  limitInWords,
  outcomeInWords,
  rowsOf,
  standingOfVideo,
  videosInWords,
} from './videos.ts'

const rowOf = (video: VideoReport, what: string) => rowsOf(video).find((row) => row.what === what)

describe('what was asked for, beside what came', () => {
  it('is a row for each promise, with what was found of it', () => {
    expect(rowsOf(sampleVideo()).map(({ what, asked, delivered }) => [what, asked, delivered])).toEqual([
      ['Resolution', '1080p', '1920x1080'],
      ['Ratio', '16:9', '16:9'],
      ['Duration', '5 s', '5 s'],
      ['Rate', '24 fps', '24 fps'],
      ['Bit depth', '10 bit', '10 bit'],
    ])
    expect(rowOf(wrongVideo, 'Duration')?.finding).toMatchObject({ is: 'wrong', expected: '5 s' })
  })

  it('says what is open, what is not known, and what nobody judged', () => {
    const { asked } = sampleVideo()
    const { bit_depth: _, ...open } = asked
    expect(rowOf(sampleVideo({ asked: open }), 'Bit depth')).toMatchObject({ asked: 'open', delivered: '10 bit' })
    const unjudged = rowOf({ ...sampleVideo(), findings: [] }, 'Rate')
    expect(unjudged).toEqual({ what: 'Rate', asked: '24 fps', delivered: '24 fps' })
    expect(rowOf(sampleOfNone('refused', '404'), 'Resolution')?.delivered).toBe('not known')
  })

  it.each([
    [1920, 1088, '16:9'],
    [854, 480, '16:9'],
    [1080, 1920, '9:16'],
    [2048, 1080, '1.90:1'],
    [0, 0, 'not known'],
  ])('names the shape of %sx%s: %s', (width, height, shape) => {
    expect(rowOf(sampleVideo({ delivered: { width, height } }), 'Ratio')?.delivered).toBe(shape)
  })

  it('leaves what has a row, and what the outcome says, to those', () => {
    const noKey = { clause: 'media.url-needs-no-key', is: 'wrong', expected: 'a', received: 'b' } as const
    expect(furtherWrongs({ ...wrongVideo, findings: [...wrongVideo.findings, noKey] })).toEqual([noKey])
    expect(furtherWrongs(sampleOfNone('no video', 'an HTML page'))).toEqual([])
    const early = { ...noKey, clause: 'media.url-leads-to-a-video' } as const
    expect(furtherWrongs(sampleVideo({ findings: [early] }))).toEqual([early])
  })
})

it('puts the gravest first', () => {
  const unread = sampleVideo({ unread: { fps: 'no steady rate' } })
  const report = sampleReport(
    { 'media.resolution': brokenAt('a') },
    { videos: [sampleVideo(), unread, wrongVideo, sampleVideo()] },
  )
  expect(gravestFirst(report).map((video) => standingOfVideo(video, report)?.word)).toEqual([
    'wrong',
    'could not be told',
    'right',
    'right',
  ])
})

it.each<[VideoReport['outcome'], string | undefined]>([
  ['video', undefined],
  ['no video', 'It is no video: x'],
  ['not whole', 'It is not whole: x'],
  ['unread', 'It could not be read here: x'],
  ['refused', 'Its url was refused: x'],
  ['cut', 'It did not come whole: x'],
  ['unreachable', 'Nobody answered at its url: x'],
  ['not fetched', 'It was not fetched: x'],
])('says in a sentence what became of a url: %s', (outcome, said) => {
  expect(outcomeInWords({ ...sampleVideo(), outcome, what: 'x' })).toBe(said)
})

it('counts videos, and not how often each was looked at', () => {
  const again = sampleVideo({ again: true })
  expect(videosInWords({ videos: [sampleVideo(), again] })).toBe('1 video looked at, 4 requests, 262 kB')
  expect(videosInWords({ videos: [] })).toBeUndefined()
})

it.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1234, '1.2 kB'],
  [9960, '10 kB'],
  [309_700, '310 kB'],
  [999_499, '999 kB'],
  [999_600, '1.0 MB'],
  [3.2e9, '3.2 GB'],
])('%s bytes are %s', (bytes, said) => {
  expect(bytesInWords(bytes)).toBe(said)
})

it.each([
  [32 * 1024 * 1024, '32 MiB'],
  [500_000, '500 kB'],
  [1.5 * 1024 ** 3, '1536 MiB'],
])('a limit of %s bytes is said as it was given: %s', (bytes, said) => {
  expect(limitInWords(bytes)).toBe(said)
})
