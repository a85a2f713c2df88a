import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import type { Attempt, Fetch, Look, Outcome } from '../../engine/history/entry/inspection.ts'
import { isObservation } from '../../engine/judge/check.ts'
import { answered, polled, see, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import type { VerdictOnFiles } from '../../engine/judge/verdict.ts'
import type { Fact, MediaFacts, MediaSource, Size } from '../../engine/media/facts.ts'
import { readMedia } from '../../engine/media/read-media.ts'
import noted from '../../fixtures/deliveries/deliveries.json' with { type: 'json' }
import { ORDERS, type OrderName } from '../../fixtures/deliveries/orders.ts'
import { askedOf } from '../../spec/asked.ts'
import { chooser, MOST_LOOKS } from './downloads.ts'
import { media } from './index.ts'

const OWN = 'https://server.test/files/1.mp4'

const told = <T>(value: T, by = 'sequence header'): Fact<T> => ({ value, told: [{ by, value }] })

/** The video of the plainest submission. */
function videoOf(facts: Partial<MediaFacts> = {}, size: Size = { width: 854, height: 480 }): Outcome {
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

const fact = told

type Seen = {
  ordered?: object
  outcome?: Outcome
  /** Earlier attempts. */
  before?: { outcome: Outcome; url?: string; withKey?: true }[]
  url?: string
  withKey?: true
  first?: boolean
  /** The headers of the file, as far as they were kept. */
  headers?: Fetch['headers']
} & Partial<Pick<Look, 'time' | 'digest' | 'size' | 'keys'>>

/** A succeeded job and its download. */
function seen({
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

type SeenFile = ReturnType<typeof seen>
type Case = { passes: SeenFile[]; fails: SeenFile[] }

const page = { kind: 'read', reading: { kind: 'no video', what: 'an HTML page' } } as const
const wide = { width: 1280, height: 720 }
const fullHd = { width: 1920, height: 1080 }
const digest = (sha256: string, whole = true) => ({ sha256, ...(whole && { whole: true as const }) })

const PROPERTIES: Record<string, Omit<Case, 'passes'> & { passes?: SeenFile[] }> = {
  resolution: { fails: [seen({ outcome: videoOf({}, wide) })] },
  ratio: { fails: [seen({ ordered: { ratio: '9:16' } })] },
  duration: { fails: [seen({ outcome: videoOf({ seconds: fact(4) }) })] },
  fps: { fails: [seen({ outcome: videoOf({ fps: fact(30), frames: fact(150) }) })] },
  'bit-depth': {
    passes: [
      seen({ ordered: { bit_depth: 8 } }),
      seen({ ordered: { resolution: '1080p' }, outcome: videoOf({ depth: fact(10) }, fullHd) }),
    ],
    fails: [seen({ ordered: { resolution: '1080p' }, outcome: videoOf({}, fullHd) })],
  },
}

const asFirst = (all: SeenFile[]) =>
  all.map((each) => ({
    ...each,
    exchanges: each.exchanges.map((one, index) =>
      index === 0 ? { ...one, purpose: { ...one.purpose, by: 'introduction' } } : one,
    ),
  }))

const CASES: Record<string, Case> = {
  'media.url-leads-to-a-video': {
    passes: [seen({ first: true })],
    fails: [seen({ first: true, outcome: page })],
  },
  'media.url-leads-to-a-video/combined': {
    passes: [seen(), seen({ before: [{ outcome: { kind: 'refused', status: 404 } }] })],
    fails: [seen({ outcome: { kind: 'refused', status: 404 } })],
  },
  'media.url-leads-to-a-video/later': {
    passes: [seen({ time: 'again' })],
    fails: [seen({ time: 'again', outcome: { kind: 'cut', bytes: 1000, of: 5_000_000 } })],
  },
  ...Object.fromEntries(
    Object.entries(PROPERTIES).flatMap(([name, { passes = [seen()], ...rest }]) => [
      ...(name === 'bit-depth'
        ? []
        : [[`media.${name}`, { ...rest, passes: asFirst(passes), fails: asFirst(rest.fails) }] as const]),
      [`media.${name}/combined`, { ...rest, passes }],
    ]),
  ),
  'media.url-needs-no-key': {
    passes: [seen()],
    fails: [seen({ before: [{ outcome: { kind: 'refused', status: 401 } }], withKey: true })],
  },
  'auth.key-never-shown/videos': { passes: [seen(), seen({ keys: ['{{U}}'] })], fails: [seen({ keys: ['{{A}}'] })] },
  'media.jobs-have-their-own-file': {
    passes: [seen({ digest: digest('a'), size: 9 }), seen({ digest: digest('b'), size: 9 })],
    fails: [seen({ digest: digest('a'), size: 9 }), seen({ digest: digest('a'), size: 9, url: `${OWN}?other` })],
  },
}

const verdict = (id: string, all: readonly SeenFile[]): VerdictOnFiles => {
  const check = media.checks.find((each) => each.id === id)!
  const exchanges = all.flatMap((each) => each.exchanges)
  return verdictOf(check, exchanges, { facts: { looks: all.map(({ look }) => look) } })
}

describe('a key in the headers of a file', () => {
  const shows = 'auth.key-never-shown/videos'

  it.each([
    ['X-Owner', '{{A}}'],
    ['Set-Cookie', 'session={{A, in hex}}; Path=/'],
    ['Location', `${OWN}?token={{A}}`],
  ])('is one too many: %s', (name, value) => {
    expect(verdict(shows, [seen({ headers: [[name, value]] })])).toMatchObject({
      verdict: 'fail',
      received: `${name}: ${value}`,
    })
  })

  it.each([
    ['X-Owner', '{{U}}'],
    ['X-Owner', 'cl_****'],
    ['X-Owner', '{{A without its last character}}'],
  ])('may be none: %s: %s', (name, value) => {
    expect(verdict(shows, [seen({ headers: [[name, value]] })])).toMatchObject({ verdict: 'pass' })
  })
})

it('has a history for every judge of the suite', () => {
  expect(Object.keys(CASES).sort()).toEqual(
    media.checks.flatMap((check) => (isObservation(check) ? [] : [check.id])).sort(),
  )
})

describe.each(Object.entries(CASES))('%s', (id, { passes, fails }) => {
  it('passes a conforming server', () => {
    expect(verdict(id, passes)).toMatchObject({ verdict: 'pass' })
  })

  it('fails a violation', () => {
    expect(verdict(id, fails)).toMatchObject({ verdict: 'fail' })
    expect(verdict(id, fails)).toMatchObject({ evidence: expect.arrayContaining([fails.at(-1)!.look.job]) })
  })
})

describe('problems that are no violation', () => {
  const ELSEWHERE = 'https://elsewhere.test/1.mp4'
  const inconclusive: [string, SeenFile][] = [
    ['another host that refuses', seen({ url: ELSEWHERE, outcome: { kind: 'refused', status: 401 } })],
    ['a limit that passes', seen({ outcome: { kind: 'refused', status: 429 } })],
    [
      'a file that is longer than is read',
      seen({ outcome: { kind: 'not fetched', why: '--max-download is used up' } }),
    ],
    [
      'a container that cannot be read',
      seen({ outcome: { kind: 'read', reading: { kind: 'unread', why: 'an AVI file' } } }),
    ],
  ]
  it.each(inconclusive)('%s gives no verdict', (_, one) => {
    expect(verdict('media.url-leads-to-a-video/combined', [seen(), one])).toMatchObject({ verdict: 'inconclusive' })
  })

  it('an unreachable url of the server itself is a violation while polls are answered', () => {
    const one = seen({ outcome: { kind: 'unreachable', why: 'the connection was refused' } })
    expect(verdict('media.url-leads-to-a-video/combined', [one])).toMatchObject({ verdict: 'fail' })
  })

  it('partial downloads that agree are compared as whole files', () => {
    const part = (url: string) => seen({ digest: digest('a', false), size: 9_000_000, url })
    const [one, other] = [part(`${OWN}?one`), part(`${OWN}?other`)]
    expect(verdict('media.jobs-have-their-own-file', [one, other])).toMatchObject({ verdict: 'inconclusive' })
    const whole = (of: SeenFile, sha256: string): SeenFile => ({
      exchanges: [],
      look: { ...of.look, time: 'again', digest: digest(sha256) },
    })
    expect(verdict('media.jobs-have-their-own-file', [one, other, whole(one, 'x'), whole(other, 'y')])).toMatchObject({
      verdict: 'pass',
    })
    expect(verdict('media.jobs-have-their-own-file', [one, other, whole(one, 'x'), whole(other, 'x')])).toMatchObject({
      verdict: 'fail',
    })
  })
})

const asked = (sent: object) => askedOf(sent)!

it('looks at one job in smoke', () => {
  const isChosen = chooser('smoke')
  expect([isChosen(asked({}), 'A'), isChosen(asked({ resolution: '4k' }), 'A')]).toEqual([true, false])
})

it('never downloads more than announced', () => {
  for (const profile of ['smoke', 'standard', 'full'] as const) {
    const isChosen = chooser(profile)
    const chosen = Array.from({ length: 200 }, (_, n) => isChosen(asked({ duration: 1 + n / 10 }), 'A')).filter(Boolean)
    expect(chosen.length).toBeLessThanOrEqual(MOST_LOOKS[profile])
  }
  const all = chooser('full')
  expect(Array.from({ length: 200 }, () => all(asked({}), 'A')).filter(Boolean)).toHaveLength(MOST_LOOKS.full)
})

/** Containers and codecs that the reader does not support: no verdict, and no false positive. */
const ALL = ['resolution', 'ratio', 'duration', 'fps', 'bit-depth'] as const
const UNREAD: Record<string, readonly string[]> = {
  'vp8.webm': ['resolution', 'ratio', 'bit-depth'],
  'mpeg-4-visual.mp4': ['resolution', 'ratio', 'bit-depth'],
  'mpeg-4-visual.avi': ALL,
  'h264-transport-stream.m2t': ALL,
  'h264-flash.flv': ALL,
  // A single picture without a duration.
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
  it('fails no clause', async () => {
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

type SeenHere = ReturnType<typeof seen>

const CHOICES: Record<string, [seen: SeenHere[], values: string[]][]> = {
  'jobs.url-lifetime': [
    [[seen(), seen({ time: 'again' })], ['works again']],
    [[seen({ time: 'again', outcome: { kind: 'refused', status: 410 } })], ['works once']],
  ],
  'bit-depth.default': [
    [[seen(), seen({ ordered: { bit_depth: 10 } })], ['8 bit at 480p']],
    [
      [seen({ ordered: { resolution: '720p' }, outcome: videoOf({ depth: fact(10) }) }), seen()],
      ['10 bit at 720p', '8 bit at 480p'],
    ],
  ],
}

it('has a history for every observation of the suite', () => {
  expect(Object.keys(CHOICES)).toEqual(media.checks.filter(isObservation).map(({ id }) => id))
})

it.each(Object.entries(CHOICES))('%s names the choice', (id, cases) => {
  const check = media.checks.find((each) => each.id === id)!
  for (const [all, values] of cases) {
    const exchanges = all.flatMap((each) => each.exchanges)
    expect(see(check, exchanges, { looks: all.map(({ look }) => look) })).toMatchObject({ values })
  }
  expect(see(check, [answered(200)])).toBeUndefined()
})
