import { describe, expect, it } from 'vitest'
import { configure } from '../../engine/config/configuration.ts'
import type { Exchange, Purpose } from '../../engine/history/entry/exchange.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import { answered, FACTS } from '../../engine/judge/handwritten-for-tests.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { NotTested } from '../../engine/run/not-tested.ts'
import { combinationsOf } from './combinations.ts'
import { findingsOf } from './findings.ts'
import { COMBINED, CONTROL } from './submit.ts'
import { PLACES } from './values.ts'

const plainest = '{"model":"swift","prompt":"A paper boat.","duration":1}'
const dialect = { alias: 'swift', models: { form: 'a list', aliases: ['swift', 'studio'] } }
const given = { imageUrl: 'https://images.test/boat.png', failingPrompt: 'A video that cannot be made' }

type Sent = Record<string, unknown>
type Refusing = (sent: Sent, asked: { text: string; nth: number; key: KeyName }) => number | boolean
type Submitting = { purpose: Partial<Purpose>; key?: KeyName; waits?: number }

/** Runs the phase against a server that accepts everything else. */
async function submitTo(refusing: Refusing) {
  const first = answered(202, { by: 'introduction', part: 'submission', posted: plainest })
  const facts = { ...FACTS, dialect, configuration: configure({ seed: 1, profile: 'full', ...given }, true) }
  const submitted: Exchange[] = []
  const gaps: string[] = []
  const waitsOf = new Map<Exchange, number | undefined>()
  let actWhenFull = async () => {}
  const drive = {
    configuration: facts.configuration,
    dialect,
    has: () => true,
    control: async () => ({ exchange: first, request: first.request }),
    jobs: {
      wasFull: false,
      whenFull(act: () => Promise<void>) {
        actWhenFull = act
      },
      async submit(text: string, { purpose, key = 'A', waits }: Submitting) {
        const refusal = refusing(JSON.parse(text), { text, nth: submitted.length + 1, key })
        const status = typeof refusal === 'number' ? refusal : refusal ? 400 : 202
        const exchange = answered(status, { by: COMBINED.name, part: 'submission', posted: text, key, ...purpose })
        submitted.push(exchange)
        waitsOf.set(exchange, waits)
        if (status === 429 && !drive.jobs.wasFull) {
          drive.jobs.wasFull = true
          void actWhenFull()
        }
        return { exchange }
      },
    },
    gap: (what: string, why: Error) => gaps.push(`${what}: ${why.message}`),
    withinShare: <T>(wished: readonly T[]) => wished,
  }
  await COMBINED.drive(drive as unknown as Driver)
  const count = combinationsOf(facts, plainest)!.all.length
  const { culprits, doubts } = findingsOf([first, ...submitted], facts)!
  const controls = submitted.filter(({ purpose }) => CONTROL.in({ purpose }))
  return {
    submitted,
    withoutWaiting: submitted.filter((each) => waitsOf.get(each) === 0),
    gaps,
    count,
    controls,
    doubts,
    culprits: culprits.map(({ names }) => names.join(' with ')).sort(),
    refused: submitted.slice(0, count).filter((each) => !succeeded(each)).length,
    /** Submitted to isolate refused values. */
    isolating: submitted.slice(count).filter((each) => !controls.includes(each)),
  }
}

const has = (values: Sent) => (sent: Sent) => Object.entries(values).every(([name, value]) => sent[name] === value)

const FOUND: [what: string, when: Refusing, culprit: string][] = [
  ['a word', (_, { text }) => text.includes('"resolution":"2k"'), 'resolution "2k"'],
  ['one spelling of a number', (_, { text }) => text.includes(':6e1'), 'duration 6e1'],
  ['a missing duration', (sent) => !('duration' in sent), 'no duration'],
  ['another key', (_, { key }) => key === 'A2', 'another key of the account'],
  ['a pair', has({ ratio: '9:16', resolution: '4k' }), 'resolution "4k" with ratio "9:16"'],
  [
    'all the largest together',
    has({ resolution: '4k', duration: 60, fps: 120, bit_depth: 10 }),
    'resolution "4k" with duration 60 with fps 120 with bit_depth 10',
  ],
]

describe('a refused submission', () => {
  it.each(FOUND)('is reduced to %s', async (_, when, culprit) => {
    const { culprits, doubts, isolating, controls, submitted, refused } = await submitTo(when)
    expect(culprits).toEqual([culprit])
    expect(doubts).toEqual([])
    expect(isolating.length).toBeLessThanOrEqual(PLACES.length + 3 + refused)
    expect(isolating.map(({ purpose }) => purpose.tries!.join())).not.toContain('model swift,a plain prompt,duration 1')
    expect(controls).toHaveLength(2)
    expect(submitted.at(-1)).toBe(controls[1])
  })

  it.each([402, 403, 429, 502, 503, 504])('with %i is not reduced', async (status) => {
    const { isolating, controls, culprits } = await submitTo((sent) => has({ ratio: '4:3' })(sent) && status)
    expect({ isolating, controls, culprits }).toEqual({ isolating: [], controls: [], culprits: [] })
  })

  it('is not reduced if the control is refused', async () => {
    const { isolating, controls, culprits, doubts } = await submitTo((_, { nth }) => nth > 5)
    expect(controls).toHaveLength(1)
    expect({ isolating, culprits }).toEqual({ isolating: [], culprits: [] })
    expect(doubts.length).toBeGreaterThan(20)
  })
})

describe('submissions', () => {
  it('with another key do not wait for capacity once, at the first 429', async () => {
    const { withoutWaiting, submitted } = await submitTo((_, { nth }) => nth === 4 && 429)
    expect(withoutWaiting).toHaveLength(1)
    expect(keyOf(withoutWaiting[0]!.request)).toBe('A2')
    expect((await submitTo(() => false)).withoutWaiting).toEqual([])
    expect(submitted.indexOf(withoutWaiting[0]!)).toBeGreaterThan(3)
  })

  it('that the limits exclude are gaps, and the others are sent', async () => {
    const { gaps, submitted, count } = await submitTo((sent) => {
      if (has({ resolution: '4k', duration: 60 })(sent)) throw new NotTested('--max-video-seconds 50 is used up')
      return false
    })
    expect(gaps).toEqual([
      expect.stringMatching(/resolution "4k", duration 60, fps 120.*: --max-video-seconds 50 is used up$/),
    ])
    expect(submitted).toHaveLength(count - 1)
  })
})
