import { describe, expect, it } from 'vitest'
import { configure } from '../../engine/config/configuration.ts'
import type { Exchange, Purpose } from '../../engine/history/entry/exchange.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { answered, FACTS } from '../../engine/judge/handwritten-for-tests.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import { NotTried } from '../../engine/run/driving/not-tried.ts'
import { bookOf } from './book.ts'
import { findingsOf } from './findings.ts'
import { CONTROL, ORDERS } from './placing.ts'
import { PLACES } from './trait.ts'

const plainest = '{"model":"swift","prompt":"A paper boat.","duration":1}'
const dialect = { alias: 'swift', models: { form: 'a list', aliases: ['swift', 'studio'] } }
const given = { imageUrl: 'https://images.test/boat.png', failingPrompt: 'A video that cannot be made' }

type Sent = Record<string, unknown>
type Refusing = (sent: Sent, asked: { text: string; nth: number; key: KeyName }) => number | boolean
type Submitting = { purpose: Partial<Purpose>; key?: KeyName }

/** A server in a few lines, which takes on whatever it does not refuse. */
async function place(refusing: Refusing) {
  const first = answered(202, { by: 'introduction', part: 'submission', posted: plainest })
  const facts = { ...FACTS, dialect, configuration: configure({ seed: 1, profile: 'full', ...given }, true) }
  const submitted: Exchange[] = []
  const gaps: string[] = []
  const drive = {
    configuration: facts.configuration,
    dialect,
    has: () => true,
    twin: async () => ({ exchange: first, request: first.request }),
    jobs: {
      async submit(text: string, { purpose, key = 'A' }: Submitting) {
        const refusal = refusing(JSON.parse(text), { text, nth: submitted.length + 1, key })
        const status = typeof refusal === 'number' ? refusal : refusal ? 400 : 202
        const exchange = answered(status, { by: ORDERS.name, part: 'submission', posted: text, key, ...purpose })
        submitted.push(exchange)
        return { exchange }
      },
    },
    gap: (what: string, why: Error) => gaps.push(`${what}: ${why.message}`),
    withinShare: <T>(wished: readonly T[]) => wished,
  }
  await ORDERS.drive(drive as unknown as Drive)
  const orders = bookOf(facts, plainest)!.orders.length
  const { culprits, doubts } = findingsOf([first, ...submitted], facts)!
  const controls = submitted.filter(({ purpose }) => CONTROL.in({ purpose }))
  return {
    submitted,
    gaps,
    orders,
    controls,
    doubts,
    culprits: culprits.map(({ names }) => names.join(' with ')).sort(),
    refused: submitted.slice(0, orders).filter((each) => !succeeded(each)).length,
    /** What was submitted to take orders apart. */
    apart: submitted.slice(orders).filter((each) => !controls.includes(each)),
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

describe('an order that is refused', () => {
  it.each(FOUND)('is taken apart until %s is left', async (_, when, culprit) => {
    const { culprits, doubts, apart, controls, submitted, refused } = await place(when)
    expect(culprits).toEqual([culprit])
    expect(doubts).toEqual([])
    // Once more, one for each place, one to see whether it is how it is written, and one for each other order that holds it.
    expect(apart.length).toBeLessThanOrEqual(PLACES.length + 3 + refused)
    expect(apart.map(({ purpose }) => purpose.tries!.join())).not.toContain('model swift,a plain prompt,duration 1')
    expect(controls).toHaveLength(2)
    expect(submitted.at(-1)).toBe(controls[1])
  })

  it.each([402, 403, 429, 502, 503, 504])('with %i is left as it is', async (status) => {
    const { apart, controls, culprits } = await place((sent) => has({ ratio: '4:3' })(sent) && status)
    expect({ apart, controls, culprits }).toEqual({ apart: [], controls: [], culprits: [] })
  })

  it('is left as it is where the plainest one is refused by then', async () => {
    const { apart, controls, culprits, doubts } = await place((_, { nth }) => nth > 5)
    expect(controls).toHaveLength(1)
    expect({ apart, culprits }).toEqual({ apart: [], culprits: [] })
    expect(doubts.length).toBeGreaterThan(20)
  })
})

describe('orders', () => {
  it('that find no room in the budget are gaps, and the others go on', async () => {
    const { gaps, submitted, orders } = await place((sent) => {
      if (has({ resolution: '4k', duration: 60 })(sent)) throw new NotTried('--max-video-seconds 50 is used up')
      return false
    })
    expect(gaps).toEqual([
      expect.stringMatching(/resolution "4k", duration 60, fps 120.*: --max-video-seconds 50 is used up$/),
    ])
    expect(submitted).toHaveLength(orders - 1)
  })
})
