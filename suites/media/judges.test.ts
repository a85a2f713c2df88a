import { describe, expect, it } from 'vitest'
import { isObservation } from '../../runner/judging/check.ts'
import { answered, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import type { VerdictOnFiles } from '../../runner/judging/verdict.ts'
import { media } from './index.ts'
import { fact, OWN, seen, videoOf } from './looks-for-tests.ts'

type Seen = ReturnType<typeof seen>
type Case = { passes: Seen[]; fails: Seen[]; expected: string; received: string }

const page = { kind: 'read', reading: { kind: 'no video', what: 'an HTML page' } } as const
const wide = { width: 1280, height: 720 }
const fullHd = { width: 1920, height: 1080 }
const digest = (sha256: string, whole = true) => ({ sha256, ...(whole && { whole: true as const }) })

const PROPERTIES: Record<string, Omit<Case, 'passes'> & { passes?: Seen[] }> = {
  resolution: {
    fails: [seen({ outcome: videoOf({}, wide) })],
    expected: '480p, such as 854x480',
    received: '1280x720 (sequence header)',
  },
  ratio: {
    fails: [seen({ ordered: { ratio: '9:16' } })],
    expected: 'the shape 9:16, such as 480x854',
    received: '854x480 (sequence header)',
  },
  duration: {
    fails: [
      seen({
        outcome: videoOf({
          seconds: {
            value: 4,
            told: [
              { by: 'sum of the samples', value: 4 },
              { by: 'movie header', value: 5 },
            ],
          },
        }),
      }),
    ],
    expected: '5 s',
    received: '4 s (sum of the samples), though the movie header says 5 s',
  },
  fps: {
    fails: [seen({ outcome: videoOf({ fps: fact(30), frames: fact(150) }) })],
    expected: '24 fps',
    received: '30 fps (sequence header)',
  },
  'bit-depth': {
    passes: [
      seen({ ordered: { bit_depth: 8 } }),
      seen({ ordered: { resolution: '1080p' }, outcome: videoOf({ depth: fact(10) }, fullHd) }),
    ],
    fails: [seen({ ordered: { resolution: '1080p' }, outcome: videoOf({}, fullHd) })],
    expected: '10 bit',
    received: '8 bit (sequence header)',
  },
}

const asFirst = (all: Seen[]) =>
  all.map((each) => ({
    ...each,
    exchanges: each.exchanges.map((one, index) =>
      index === 0 ? { ...one, purpose: { ...one.purpose, by: 'introduction' } } : one,
    ),
  }))

const CASES: Record<string, Case> = {
  'media.first-job-leads-to-a-video': {
    passes: [seen({ first: true })],
    fails: [seen({ first: true, outcome: page })],
    expected: 'a whole video',
    received: 'an HTML page',
  },
  'media.orders-lead-to-videos': {
    passes: [seen(), seen({ before: [{ outcome: { kind: 'refused', status: 404 } }] })],
    fails: [seen({ outcome: { kind: 'refused', status: 404 } })],
    expected: 'a whole video',
    received: '404, each time',
  },
  'media.still-leads-to-a-video': {
    passes: [seen({ time: 'again' })],
    fails: [seen({ time: 'again', outcome: { kind: 'cut', bytes: 1000, of: 5_000_000 } })],
    expected: 'a whole video',
    received: 'an answer that breaks off after 1000 bytes of 5.0 MB, each time',
  },
  ...Object.fromEntries(
    Object.entries(PROPERTIES).flatMap(([name, { passes = [seen()], ...rest }]) => [
      ...(name === 'bit-depth'
        ? []
        : [[`media.${name}-of-first-job`, { ...rest, passes: asFirst(passes), fails: asFirst(rest.fails) }] as const]),
      [`media.${name}-of-orders`, { ...rest, passes }],
    ]),
  ),
  'media.url-answers-without-a-key': {
    passes: [seen()],
    fails: [seen({ before: [{ outcome: { kind: 'refused', status: 401 } }], withKey: true })],
    expected: 'the file, without the key',
    received: '401, and the file with the key',
  },
  'media.no-video-shows-a-key': {
    passes: [seen(), seen({ keys: ['{{U}}'] })],
    fails: [seen({ keys: ['{{A}}'] })],
    expected: 'no full key in the file',
    received: 'a file with {{A}}',
  },
  'media.jobs-have-their-own-file': {
    passes: [seen({ digest: digest('a'), size: 9 }), seen({ digest: digest('b'), size: 9 })],
    fails: [seen({ digest: digest('a'), size: 9 }), seen({ digest: digest('a'), size: 9, url: `${OWN}?other` })],
    expected: 'a file of its own for each job',
    received: 'the same 9 bytes for both',
  },
}

const verdict = (id: string, all: readonly Seen[]): VerdictOnFiles => {
  const check = media.checks.find((each) => each.id === id)!
  const exchanges = all.flatMap((each) => each.exchanges)
  return verdictOf(check, exchanges, { facts: { looks: all.map(({ look }) => look) } })
}

describe('a key in what comes with a file', () => {
  const shows = 'media.no-video-shows-a-key'

  it.each([
    ['X-Owner', '{{A}}'],
    ['Set-Cookie', 'session={{A, in hex}}; Path=/'],
    ['Location', `${OWN}?token={{A}}`],
  ])('is one too many: %s', (name, value) => {
    expect(
      verdict(shows, [
        seen({
          headers: [
            ['Content-Type', 'video/mp4'],
            [name, value],
          ],
        }),
      ]),
    ).toMatchObject({
      verdict: 'fail',
      expected: 'no full key in the headers that come with the file',
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

describe.each(Object.entries(CASES))('%s', (id, { passes, fails, expected, received }) => {
  it('passes what keeps the law', () => {
    expect(verdict(id, passes)).toMatchObject({ verdict: 'pass' })
  })

  it('names what breaks it', () => {
    expect(verdict(id, fails)).toMatchObject({ verdict: 'fail', expected, received })
    expect(verdict(id, fails)).toMatchObject({ evidence: expect.arrayContaining([fails.at(-1)!.look.job]) })
  })

  it('tells what it made of each file, for those who show it', () => {
    const { job, at } = fails.at(-1)!.look
    const wrong = { job, at, is: 'wrong', expected, received: expect.any(String) }
    expect(verdict(id, fails).files).toContainEqual(wrong)
    for (const file of verdict(id, passes).files ?? []) expect(file).toMatchObject({ is: 'right' })
  })

  it('says nothing of a run without videos', () => {
    const check = media.checks.find((each) => each.id === id)!
    expect(verdictOf(check, [answered(200)])).toMatchObject({ verdict: 'skip' })
  })
})

describe('what is nobody’s fault', () => {
  const ELSEWHERE = 'https://elsewhere.test/1.mp4'
  const inconclusive: [string, Seen][] = [
    [
      'another host that nobody answers at',
      seen({ url: ELSEWHERE, outcome: { kind: 'unreachable', why: 'the host name was not found' } }),
    ],
    ['another host that asks who is there', seen({ url: ELSEWHERE, outcome: { kind: 'refused', status: 401 } })],
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
    expect(verdict('media.orders-lead-to-videos', [seen(), one])).toMatchObject({ verdict: 'inconclusive' })
  })

  it('the server itself, that nobody answers at while it answers polls, is one', () => {
    const one = seen({ outcome: { kind: 'unreachable', why: 'the connection was refused' } })
    expect(verdict('media.orders-lead-to-videos', [one])).toMatchObject({ verdict: 'fail' })
  })

  it('a file of which nothing can be told is told as such, beside those that are right', () => {
    const one = seen({ outcome: { kind: 'not fetched', why: '--max-download is used up' } })
    const { files } = verdict('media.fps-of-orders', [seen(), one])
    expect(files).toMatchObject([{ is: 'right' }, { is: 'unread', why: '--max-download is used up' }])
  })

  it('one fact that cannot be read gives no verdict on it, and leaves the others', () => {
    const one = seen({
      ordered: { bit_depth: 8 },
      outcome: videoOf({ depth: { unread: 'the codec mp4v is not known' } }),
    })
    expect(verdict('media.bit-depth-of-orders', [one])).toMatchObject({ verdict: 'inconclusive' })
    expect(verdict('media.duration-of-orders', [one])).toMatchObject({ verdict: 'pass' })
  })

  it('links that come too early count where two jobs show them', () => {
    const early = () => seen({ before: [{ outcome: { kind: 'refused', status: 404 } }] })
    expect(verdict('media.orders-lead-to-videos', [early()])).toMatchObject({ verdict: 'pass' })
    expect(verdict('media.orders-lead-to-videos', [early(), early()])).toMatchObject({
      verdict: 'fail',
      received: '404 at first, and the video later (and 1 more like it)',
    })
  })

  it('links that had run out before they were used do not', () => {
    const late = () => seen({ before: [{ outcome: { kind: 'refused', status: 403 }, url: `${OWN}?old` }] })
    expect(verdict('media.orders-lead-to-videos', [late(), late()])).toMatchObject({ verdict: 'pass' })
  })

  it('files that agree as far as they were read are told apart by all of their bytes', () => {
    const part = (url: string) => seen({ digest: digest('a', false), size: 9_000_000, url })
    const [one, other] = [part(`${OWN}?one`), part(`${OWN}?other`)]
    expect(verdict('media.jobs-have-their-own-file', [one, other])).toMatchObject({ verdict: 'inconclusive' })
    const whole = (of: Seen, sha256: string): Seen => ({
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

  it('one url for two jobs leads to one file, whether or not that was looked at', () => {
    const url = `${OWN}?of=both`
    const [one, other] = [seen({ url }), seen({ url })]
    const unseen = { ...other, look: { ...one.look } }
    expect(verdict('media.jobs-have-their-own-file', [one, unseen])).toMatchObject({
      verdict: 'fail',
      received: `one url for both, ${url}`,
    })
  })

  it('one url that led to another file for each of two jobs is none for both', () => {
    const [one, other] = [seen({ digest: digest('a') }), seen({ digest: digest('b') })]
    expect(verdict('media.jobs-have-their-own-file', [one, other])).toMatchObject({ verdict: 'pass' })
  })

  it('what has open words in it is promised nothing', () => {
    const one = seen({ ordered: { resolution: '4K' }, outcome: videoOf({}, wide) })
    expect(verdict('media.resolution-of-orders', [one])).toMatchObject({ verdict: 'skip' })
  })
})
