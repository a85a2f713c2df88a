import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../engine/history/entry/entries.ts'
import type { Look, Outcome } from '../../engine/history/entry/inspection.ts'
import { rule, type Suite } from '../../engine/judge/check.ts'
import { answered, BEGAN } from '../../engine/judge/handwritten-for-tests.ts'
import { judge } from '../../engine/judge/judging.ts'
import { type FileFinding, pass } from '../../engine/judge/verdict.ts'
import type { Fact, MediaFacts } from '../../engine/media/facts.ts'
import type { VideoReport } from './delivered.ts'
import { reportOf } from './reporting.ts'

const told = <T>(value: T, by = 'sequence header'): Fact<T> => ({ value, told: [{ by, value }] })
const FACTS: MediaFacts = {
  container: 'mp4',
  codec: 'avc',
  pixels: told({ width: 854, height: 480 }),
  shown: told({ width: 854, height: 480 }),
  rotation: 0,
  seconds: told(5, 'sample table'),
  frames: told(120),
  fps: told(24),
  depth: { unread: 'the profile is not known' },
  besides: ['sound (aac)'],
}
const A_VIDEO: Outcome = { kind: 'read', reading: { kind: 'video', facts: FACTS } }

function lookAt(outcome: Outcome, rest: Partial<Look> = {}): Look {
  const fetches = [{ at: 0, ms: 1, url: 'https://server.test/1.mp4', status: 206, bytes: 700 }]
  const attempts = [{ url: 'https://server.test/1.mp4', poll: 2, fetches: [...fetches, ...fetches], outcome }]
  return { kind: 'look', by: 'looking', at: 50, ms: 5, job: 1, time: 'first', attempts, read: 1400, ...rest }
}

function videosOf(looks: readonly Look[], files: readonly FileFinding[] = [], body: unknown = {}): VideoReport[] {
  const check = rule({
    id: 'a.check',
    clause: 'media.fps',
    suite: 'made up',
    title: '',
    begin: () => 0,
    see: () => {},
    conclude: () => ({ ...pass(1, [1]), ...(files.length > 0 && { files }) }),
  })
  const suites: Suite[] = [{ name: 'made up', about: '', checks: [check] }]
  const posted = JSON.stringify({ model: 'a', prompt: 'b', ...(body as object) })
  const history: HistoryEntry[] = [
    { ...BEGAN, keys: ['A'], planned: [{ id: 'a.check', clause: 'media.fps' }] },
    { ...answered(202, { part: 'submission', posted }), n: 1 },
    ...looks,
    { kind: 'ended', at: 100, how: 'whole' },
  ]
  const { videos, checks, budget } = reportOf(judge(history, suites), history, '')
  expect(JSON.stringify(checks)).not.toContain('files')
  expect(budget.downloaded).toBe(videos.reduce((sum, { bytes }) => sum + bytes, 0))
  return videos
}

describe('the report on a video', () => {
  it('lists what was requested and delivered, with sources and bytes', () => {
    const [video] = videosOf([lookAt(A_VIDEO, { size: 9000, digest: { sha256: 'ab', whole: true } })])
    expect(video).toMatchObject({
      asked: { resolution: '480p', ratio: '16:9', duration: 5, fps: 24 },
      outcome: 'video',
      delivered: { container: 'mp4', codec: 'avc', width: 854, height: 480, duration: 5, frames: 120, fps: 24 },
      ...{ size: 9000, requests: 2, bytes: 1400, sha256: 'ab', findings: [] },
    })
    expect(video?.delivered?.says).toContainEqual({ what: 'duration', by: 'sample table', value: '5' })
    expect(video?.delivered?.unread).toEqual([{ what: 'bit_depth', why: 'the profile is not known' }])
    expect(video?.delivered).not.toHaveProperty('bit_depth')
  })

  it('has a picture only if it is a small image', () => {
    const frameOf = (frame: string) => videosOf([lookAt(A_VIDEO, { frame })])[0]?.frame
    const good = 'data:image/png;base64,iVBORw0KGgo='
    expect(frameOf(good)).toBe(good)
    for (const bad of [
      'https://evil.example/x.png',
      'data:text/html;base64,PHNjcmlwdD4=',
      'data:image/svg+xml;base64,PHN2Zz4=',
      `${good}" onerror="x`,
      `${good}\n`,
      `data:image/png;base64,${'A'.repeat(16_000)}`,
    ])
      expect(frameOf(bad), bad).toBeUndefined()
  })
})
