import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isObservation } from '../../engine/judge/check.ts'
import { verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import type { MediaSource } from '../../engine/media/facts.ts'
import { readMedia } from '../../engine/media/read-media.ts'
import noted from '../../fixtures/deliveries/deliveries.json' with { type: 'json' }
import { ORDERS, type OrderName } from '../../fixtures/deliveries/orders.ts'
import { media } from './index.ts'
import { seen } from './looks-for-tests.ts'

/** Containers and codecs that the reader does not know: no verdict, and no accusation. */
const ALL = ['resolution', 'ratio', 'duration', 'fps', 'bit-depth'] as const
const UNREAD: Record<string, readonly string[]> = {
  'vp8.webm': ['resolution', 'ratio', 'bit-depth'],
  'mpeg-4-visual.mp4': ['resolution', 'ratio', 'bit-depth'],
  'mpeg-4-visual.avi': ALL,
  'h264-transport-stream.m2t': ALL,
  'h264-flash.flv': ALL,
  // One picture, and nothing says for how long.
  'h264-one-second-without-frame-length.mkv': ['duration', 'fps'],
}

const sourceOf = (name: string): MediaSource => {
  const bytes = readFileSync(new URL(`../../fixtures/deliveries/files/${name}`, import.meta.url))
  return { size: () => bytes.length, read: async (from, to) => bytes.subarray(from, to) }
}

const judged = media.checks.filter(
  (check) => !isObservation(check) && /^media\.[a-z]+(-depth)?\/combined$/.test(check.id),
)
const leads = media.checks.find(({ id }) => id === 'media.url-leads-to-a-video/combined')!

describe.each(noted.files.map(({ file, order }) => [file, order as OrderName] as const))('%s', (file, order) => {
  it('is accused of nothing', async () => {
    const reading = await readMedia(sourceOf(file))
    const one = seen({ ordered: ORDERS[order], outcome: { kind: 'read', reading } })
    const verdicts = [leads, ...judged].map((check) => {
      const verdict = verdictOf(check, one.exchanges, { facts: { looks: [one.look] } })
      return [
        check.id,
        verdict.verdict,
        'reason' in verdict ? verdict.reason : 'received' in verdict ? verdict.received : '',
      ]
    })
    const notPassed = verdicts.filter(([, verdict]) => verdict !== 'pass')
    expect(notPassed.filter(([, verdict]) => verdict !== 'inconclusive')).toEqual([])
    const properties = notPassed.flatMap(([id = '']) => /^media\.([a-z]+(?:-depth)?)\/combined$/.exec(id)?.[1] ?? [])
    expect(properties).toEqual(UNREAD[file] ?? [])
  })
})
