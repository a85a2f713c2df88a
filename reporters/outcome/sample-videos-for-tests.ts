import type { VideoFinding, VideoReport } from './delivered.ts'

type Delivered = NonNullable<VideoReport['delivered']>
type Property = 'resolution' | 'ratio' | 'duration' | 'fps' | 'bit-depth'

const findingOf = (name: Property, finding: Omit<VideoFinding, 'clause'>) =>
  ({ clause: `media.${name}`, ...finding }) as VideoFinding

/** A correct video, except for the given values. */
export function sampleVideo({
  delivered,
  wrong = {},
  unread = {},
  ...rest
}: Partial<Omit<VideoReport, 'delivered'>> & {
  delivered?: Partial<Delivered>
  wrong?: Partial<Record<Property, [expected: string, received: string]>>
  unread?: Partial<Record<Property, string>>
} = {}): VideoReport {
  const names: readonly Property[] = ['resolution', 'ratio', 'duration', 'fps', 'bit-depth']
  const findings = names.map((name) => {
    const [expected, received] = wrong[name] ?? []
    const why = unread[name]
    if (expected !== undefined) return findingOf(name, { is: 'wrong', expected, received } as never)
    return findingOf(name, why === undefined ? { is: 'right' } : ({ is: 'unread', why } as never))
  })
  return {
    job: 'j1',
    submission: 4,
    asked: { resolution: '1080p', ratio: '16:9', duration: 5, fps: 24, bit_depth: 10 },
    outcome: 'video',
    findings: [{ clause: 'media.url-leads-to-a-video', is: 'right' }, ...findings],
    size: 3_200_000,
    requests: 2,
    bytes: 131_072,
    ...rest,
    delivered: {
      container: 'mp4',
      codec: 'hevc',
      width: 1920,
      height: 1080,
      duration: 5,
      frames: 120,
      fps: 24,
      bit_depth: 10,
      says: [
        { what: 'size', by: 'sequence header', value: '1920x1080' },
        { what: 'size', by: 'sample entry', value: '1920x1080' },
        { what: 'duration', by: 'sample table', value: '5' },
        { what: 'duration', by: 'movie header', value: '5' },
        { what: 'bit_depth', by: 'sequence header', value: '10' },
      ],
      unread: [],
      besides: [],
      ...delivered,
    },
  }
}

/** An outcome without a video. */
export function sampleOfNone(
  outcome: VideoReport['outcome'],
  what: string,
  rest: Partial<VideoReport> = {},
): VideoReport {
  const { delivered: _, size: __, ...video } = sampleVideo()
  const isUnread = outcome === 'unread' || outcome === 'not fetched' || outcome === 'unreachable'
  const clause = 'media.url-leads-to-a-video' as const
  const finding: VideoFinding = isUnread
    ? { clause, is: 'unread', why: what }
    : { clause, is: 'wrong', expected: 'a whole video', received: what }
  return { ...video, outcome, what, findings: [finding], requests: 1, bytes: 512, ...rest }
}

/** Eight bits instead of ten, a wrong size, and a header whose duration does not fit the frames. */
export const wrongVideo = sampleVideo({
  submission: 9,
  job: 'j2',
  delivered: { width: 1280, height: 720, duration: 4, frames: 96, bit_depth: 8, besides: ['sound (aac)'] },
  wrong: {
    resolution: ['1080p, such as 1920x1080', '1280x720 (sequence header)'],
    duration: ['5 s', '4 s (sample table), though the movie header says 5 s'],
    'bit-depth': ['10 bit', '8 bit (sequence header)'],
  },
})
