import { describe, expect, it } from 'vitest'
import { isObservation } from '../../engine/judge/check.ts'
import { verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import type { VerdictOnFiles } from '../../engine/judge/verdict.ts'
import { media } from './index.ts'
import { fact, OWN, seen, videoOf } from './looks-for-tests.ts'

type Seen = ReturnType<typeof seen>
type Case = { passes: Seen[]; fails: Seen[] }

const page = { kind: 'read', reading: { kind: 'no video', what: 'an HTML page' } } as const
const wide = { width: 1280, height: 720 }
const fullHd = { width: 1920, height: 1080 }
const digest = (sha256: string, whole = true) => ({ sha256, ...(whole && { whole: true as const }) })

const PROPERTIES: Record<string, Omit<Case, 'passes'> & { passes?: Seen[] }> = {
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

const asFirst = (all: Seen[]) =>
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

const verdict = (id: string, all: readonly Seen[]): VerdictOnFiles => {
  const check = media.checks.find((each) => each.id === id)!
  const exchanges = all.flatMap((each) => each.exchanges)
  return verdictOf(check, exchanges, { facts: { looks: all.map(({ look }) => look) } })
}

describe('a key in what comes with a file', () => {
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

describe('what is nobody’s fault', () => {
  const ELSEWHERE = 'https://elsewhere.test/1.mp4'
  const inconclusive: [string, Seen][] = [
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

  it('the server itself, that nobody answers at while it answers polls, is one', () => {
    const one = seen({ outcome: { kind: 'unreachable', why: 'the connection was refused' } })
    expect(verdict('media.url-leads-to-a-video/combined', [one])).toMatchObject({ verdict: 'fail' })
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
})
