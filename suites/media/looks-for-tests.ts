import type { Exchange } from '../../engine/history/entry/exchange.ts'
import type { Attempt, Fetch, Look, Outcome } from '../../engine/history/entry/look.ts'
import { answered, polled } from '../../engine/judge/handwritten-for-tests.ts'
import type { Fact, MediaFacts, Size } from '../../engine/media/facts.ts'

export const OWN = 'https://server.test/files/1.mp4'

const told = <T>(value: T, by = 'sequence header'): Fact<T> => ({ value, told: [{ by, value }] })

/** What the plainest order comes to. */
export function videoOf(facts: Partial<MediaFacts> = {}, size: Size = { width: 854, height: 480 }): Outcome {
  const usual: MediaFacts = {
    container: 'mp4',
    codec: 'avc',
    pixels: told(size),
    shown: told(size),
    rotation: 0,
    seconds: told(5, 'sample table'),
    frames: told(120, 'sample table'),
    fps: told(24, 'sample table'),
    depth: told(8),
    besides: [],
  }
  return { kind: 'read', reading: { kind: 'video', facts: { ...usual, ...facts } } }
}

export const fact = told

type Seen = {
  ordered?: object
  outcome?: Outcome
  /** What came of the attempts before. */
  before?: { outcome: Outcome; url?: string; withKey?: true }[]
  url?: string
  withKey?: true
  first?: boolean
  /** What came with the file, as far as it was kept. */
  headers?: Fetch['headers']
} & Partial<Pick<Look, 'time' | 'digest' | 'size' | 'keys'>>

/** A job that succeeded, and what was seen of its file. */
export function seen({
  ordered = {},
  outcome = videoOf(),
  before = [],
  url = OWN,
  withKey,
  first = false,
  headers,
  ...look
}: Seen = {}): {
  exchanges: Exchange[]
  look: Look
} {
  const by = first ? 'introduction' : 'combined settings'
  const submission = answered(202, {
    by,
    part: 'submission',
    posted: JSON.stringify({ model: 'a', prompt: 'b', ...ordered }),
  })
  const poll = polled({ status: 'succeeded', url }, { job: submission.n, polled: `job-${submission.n}` })
  const attempt = (told: Pick<Attempt, 'outcome' | 'url' | 'withKey'>): Attempt => ({
    poll: poll.n,
    fetches: [],
    ...told,
  })
  return {
    exchanges: [submission, poll],
    look: {
      kind: 'look',
      by: 'video downloads',
      at: poll.at,
      ms: 5,
      job: submission.n,
      time: 'first',
      attempts: [
        ...before.map((each) => attempt({ url, ...each })),
        {
          ...attempt({ url, outcome, ...(withKey && { withKey }) }),
          ...(headers && { fetches: [{ at: poll.at, ms: 1, url, status: 200, headers, bytes: 1000 }] }),
        },
      ],
      read: 1000,
      ...look,
    },
  }
}
