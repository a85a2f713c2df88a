import { describe, expect, it } from 'vitest'
import { configure } from '../../engine/config/configuration.ts'
import type { AboutRequest, Header } from '../../engine/history/entry/exchange.ts'
import { isObservation } from '../../engine/judge/check.ts'
import { answered, see, unanswered } from '../../engine/judge/handwritten-for-tests.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { NotTested } from '../../engine/run/not-tested.ts'
import type { OpenPointId } from '../../spec/open-points.ts'
import { judgeBodyText } from '../../spec/oracle.ts'
import { limits } from './index.ts'
import { OPEN_BODIES } from './open-bodies.ts'

const plainest = '{"model":"swift","prompt":"A paper boat.","duration":1}'
const imageUrl = 'https://images.test/boat.png'
const context = { aliases: ['swift', 'studio'], images: [imageUrl] }

type Sent = { body: string; headers: readonly Header[]; purpose: AboutRequest; as: string }

/** The submitted open bodies and the gaps, with this result of each submission. */
async function openBodies({ image, submit = () => undefined }: { image?: string; submit?: (sent: Sent) => void }) {
  const sent: Sent[] = []
  const gaps: string[] = []
  const drive = {
    configuration: configure({ seed: 1, imageUrl: image }, true),
    dialect: { alias: 'swift', models: { form: 'a list', aliases: context.aliases } },
    has: () => true,
    control: async () => ({ request: { body: plainest } }),
    jobs: {
      async submit(body: string, how: Omit<Sent, 'body'>) {
        submit({ body, ...how })
        sent.push({ body, ...how })
      },
    },
    withinShare: <T>(all: T) => all,
    gap: (what: string, why: Error) => gaps.push(`${what}: ${why.message}`),
  }
  await OPEN_BODIES.drive(drive as unknown as Driver)
  return { sent, gaps }
}

const { sent: all } = await openBodies({ image: imageUrl })

describe.each(all.map((each) => [each.purpose.case, each] as const))('%s', (_, { body, headers, purpose, as }) => {
  const { verdict, reasons } = judgeBodyText(body, context)

  it('is open in exactly one respect', () => {
    const open = reasons.filter((reason) => reason.verdict !== 'accept').map(({ by }) => by)
    expect({ verdict, open }).toEqual(
      purpose.open === 'body.content-type'
        ? { verdict: 'accept', open: [] }
        : { verdict: 'open', open: [purpose.open] },
    )
  })

  it('is an observation, with another Content-Type only where that is open', () => {
    expect(as).toBe('observation')
    expect(headers).toEqual(purpose.open === 'body.content-type' ? [['Content-Type', 'text/plain']] : [])
  })
})

it('without an image, sends no body that needs one', async () => {
  const { sent } = await openBodies({})
  const missing = all.filter(({ purpose }) => !sent.some((each) => each.purpose.open === purpose.open))
  expect(missing.map(({ purpose }) => purpose.open)).toEqual(['prompt.with-image', 'image.lenient-spelling'])
})

describe('a body that cannot be sent', () => {
  it('is a gap, and the others are sent', async () => {
    const submit = ({ purpose }: Sent) => {
      if (purpose.open === 'ratio.extreme') throw new NotTested('--max-jobs 1 is used up')
    }
    const { sent, gaps } = await openBodies({ image: imageUrl, submit })
    expect(gaps).toEqual(['ratio "10:1": --max-jobs 1 is used up'])
    expect(sent).toHaveLength(all.length - 1)
  })
})

const tried = (open: OpenPointId) =>
  ({ by: OPEN_BODIES.name, part: 'observation', open, case: 'the body', posted: '{}' }) as const

describe.each(limits.checks.filter(isObservation))('$id', (check) => {
  const purpose = tried(check.open)
  const other = tried(check.open === 'body.extra-fields' ? 'body.duplicate-keys' : 'body.extra-fields')

  it("names the server's choices and says that they differ", () => {
    const history = [answered(400, purpose), answered(202, purpose), answered(400, purpose)]
    expect(see(check, history)).toEqual({
      choice: 'the body: refused with 400 or the body: accepted',
      values: ['400', 'accepted'],
      evidence: [history[0], history[2], history[1]].map((each) => each!.n),
      inconsistent: '2 behaviours in this run',
    })
  })

  it('names none after 429, 402, 403, 503, a reset, or responses to other bodies', () => {
    const silent = [429, 402, 403, 503].map((status) => answered(status, purpose))
    expect(see(check, [...silent, unanswered('reset', purpose), answered(202, other), answered(202)])).toBeUndefined()
  })
})
