import { describe, expect, it } from 'vitest'
import type { Drive } from '../../runner/driving/drive.ts'
import { NotTried } from '../../runner/driving/not-tried.ts'
import type { Exchange, Purpose } from '../../runner/history/entry/exchange.ts'
import { succeeded } from '../../runner/history/reading/reading.ts'
import { answered, FACTS } from '../../runner/judging/handwritten-for-tests.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { configure, type Profile } from '../../runner/settings/configuration.ts'
import { bookOf } from './book.ts'
import { findingsOf } from './findings.ts'
import { CONTROL, ORDERS } from './placing.ts'
import { PLACES } from './trait.ts'

const plainest = '{"model":"swift","prompt":"A paper boat.","duration":1}'
const dialect = { alias: 'swift', models: { form: 'a list', aliases: ['swift', 'studio'] } }
const given = { imageUrl: 'https://images.test/boat.png', failingPrompt: 'A video that cannot be made' }

type Sent = Record<string, unknown>
type Refusing = (sent: Sent, asked: { text: string; nth: number; key: KeyName }) => number | boolean
type Submitting = { purpose: Partial<Purpose>; key?: KeyName; following?: string }

/** A server in a few lines, which takes on whatever it does not refuse. */
async function place(refusing: Refusing, profile: Profile = 'full') {
  const first = answered(202, { by: 'introduction', part: 'submission', posted: plainest })
  const facts = { ...FACTS, dialect, configuration: configure({ seed: 1, profile, ...given }, true) }
  const submitted: Exchange[] = []
  const gaps: string[] = []
  const followed: (string | undefined)[] = []
  const drive = {
    configuration: facts.configuration,
    dialect,
    has: () => true,
    twin: async () => ({ exchange: first, request: first.request }),
    jobs: {
      async submit(text: string, { purpose, key = 'A', following }: Submitting) {
        const refusal = refusing(JSON.parse(text), { text, nth: submitted.length + 1, key })
        const status = typeof refusal === 'number' ? refusal : refusal ? 400 : 202
        const exchange = answered(status, { by: ORDERS.name, part: 'submission', posted: text, key, ...purpose })
        submitted.push(exchange)
        followed.push(following)
        return { exchange }
      },
    },
    gap: (what: string, why: Error) => gaps.push(`${what}: ${why.message}`),
    withinShare: <T>(wished: readonly T[]) => wished,
  }
  let skipped: string | undefined
  await ORDERS.drive(drive as unknown as Drive).catch((error: unknown) => {
    if (!(error instanceof NotTried)) throw error
    skipped = error.message
  })
  const orders = bookOf(facts, plainest)!.orders.length
  const { culprits, doubts } = findingsOf([first, ...submitted], facts)!
  const controls = submitted.filter(({ purpose }) => CONTROL.in({ purpose }))
  return {
    submitted,
    followed,
    gaps,
    skipped,
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
  ['one ratio', has({ ratio: '4:3' }), 'ratio "4:3"'],
  ['one prompt', has({ prompt: '0' }), 'a prompt of a zero'],
  ['one of the aliases', has({ model: 'studio' }), 'model studio'],
  ['a missing duration', (sent) => !('duration' in sent), 'no duration'],
  ['a layout', (_, { text }) => text.startsWith('\r\n'), 'white space between the fields'],
  ['another key', (_, { key }) => key === 'A2', 'another key of the account'],
  ['a pair', has({ ratio: '9:16', resolution: '4k' }), 'resolution "4k" with ratio "9:16"'],
  [
    'a pair of an alias',
    (sent, { text }) => has({ model: 'studio' })(sent) && /"fps":1[,}]/.test(text),
    'model studio with fps 1',
  ],
  ['a triple', has({ resolution: '4k', duration: 60, fps: 120 }), 'resolution "4k" with duration 60 with fps 120'],
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

  it('is taken apart, though the server has a fault of its own in the middle', async () => {
    const { culprits } = await place((sent) => has({ ratio: '4:3' })(sent) && 500)
    expect(culprits).toEqual(['ratio "4:3"'])
  })

  it('does not keep another one from being taken apart', async () => {
    const { culprits, apart } = await place((sent) => ['4:3', '9:16', '21:9'].includes(String(sent.ratio)))
    expect(culprits).toEqual(['ratio "21:9"', 'ratio "4:3"', 'ratio "9:16"'])
    expect(apart.length).toBeLessThanOrEqual(4 * PLACES.length)
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

  it.each([
    ['full', 12],
    ['standard', 4],
    ['smoke', 0],
  ] as const)('is one of many where everything is refused but little (%s)', async (profile, most) => {
    const manyOptions = (sent: Sent) => Object.keys(sent).length > 4
    const { apart, controls } = await place(manyOptions, profile)
    // The last one may turn out to hold several things that are refused.
    expect(apart.length).toBeLessThanOrEqual((most + 3) * (PLACES.length + 2))
    expect(apart.length >= most).toBe(true)
    expect(controls).toHaveLength(2)
  })
})

const { orders: orderCount } = await place(() => false)

describe('orders', () => {
  it('are all there is where none is refused', async () => {
    const { submitted, orders, controls } = await place(() => false)
    expect(submitted).toHaveLength(orders)
    expect(controls).toEqual([])
  })

  it('say what they try', async () => {
    const { submitted } = await place(() => false)
    expect(submitted[0]!.purpose).toMatchObject({
      case: expect.stringContaining('resolution "4k", duration 60, fps 120'),
      tries: expect.arrayContaining(['model swift', 'resolution "4k"', 'duration 60', 'fps 120', 'bit_depth 10']),
    })
    expect(new Set(submitted.map(({ purpose }) => purpose.case)).size).toBe(submitted.length)
  })

  it('are submitted with the key that they are about', async () => {
    const { submitted } = await place(() => false)
    const others = submitted.filter(({ request }) => request.headers.some(([, value]) => value.includes('{{A2}}')))
    expect(others.length).toBeGreaterThan(1)
    for (const { purpose } of others) expect(purpose.tries!.at(-1)).toBe('another key of the account')
  })

  it('are polled in a crowd now and then, and not to be taken apart', async () => {
    const { followed, orders } = await place(has({ ratio: '4:3' }))
    const inCrowds = followed.flatMap((following, index) => (following === 'in a crowd' ? [index] : []))
    expect(inCrowds.length).toBeGreaterThan(1)
    expect(inCrowds.length).toBeLessThan(orders / 4)
    expect(Math.max(...inCrowds)).toBeLessThan(orders)
  })

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

  it('are no longer taken apart where the budget ends, and nobody is blamed for what is left', async () => {
    const { culprits, doubts, apart, orders, skipped } = await place((sent, { nth }) => {
      if (nth > orderCount + 3) throw new NotTried('the budget is used up')
      return has({ resolution: '4k', duration: 60, fps: 120 })(sent)
    })
    expect(orders).toBe(orderCount)
    expect(apart).toHaveLength(2)
    expect(culprits).toEqual([])
    expect(doubts.length).toBeGreaterThan(0)
    expect(skipped).toBe('the budget is used up')
  })

  it('that fail because of the suite itself are not hidden', async () => {
    const broken = place(() => {
      throw new TypeError('a bug')
    })
    await expect(broken).rejects.toThrow('a bug')
  })
})
