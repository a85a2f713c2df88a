import { pricingOf } from '../../engine/config/prices/prices.ts'
import type { Header } from '../../engine/history/entry/exchange.ts'
import { chosenWithin } from '../../engine/http/limits/amount.ts'
import { expenseOf, priceOfBodies } from '../../engine/http/limits/price-of-body.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import { NotTried } from '../../engine/run/driving/not-tried.ts'
import type { Phase } from '../../engine/run/driving/phase.ts'
import type { OpenPointId } from '../../spec/open-points.ts'
import { FIELDS } from '../../spec/words.ts'
import { bookFor } from './book.ts'
import { booksExpected } from './books-expected.ts'
import { bodyOf, member, type Order, type Place } from './trait.ts'

/** The plainest submission with one unspecified detail. Costs a short job if it is accepted. */
type OpenBody = { open: OpenPointId; what: string; body: string; headers?: readonly Header[] }

const NOWHERE = 'https://gatecheck.invalid/no-such-image.png'

function openBodies(base: Order, imageUrl: string | undefined): OpenBody[] {
  const plain = bodyOf(base)
  const withMembers = (place: Place, ...members: (readonly [name: string, json: string])[]) =>
    bodyOf({ ...base, [place]: { name: '', place, clause: 'submission.accepted-with-202', members } })
  const saying = (
    open: OpenPointId,
    place: Place,
    field: string,
    json: string,
    what = `${field} ${json}`,
  ): OpenBody => ({
    open,
    what,
    body: withMembers(place, member(field, json)),
  })
  const prompt = base.input?.members[0] ?? member('prompt', '"A paper boat."')
  return [
    saying('body.null-for-optional', 'ratio', 'ratio', 'null'),
    {
      open: 'body.extra-fields',
      what: 'an unknown field',
      body: plain.replace('{', '{"gatecheck_note":"x",'),
    },
    saying('words.other-letter-case', 'resolution', 'resolution', '"480P"'),
    saying('ratio.lenient-spelling', 'ratio', 'ratio', '"016:09"'),
    saying('ratio.extreme', 'ratio', 'ratio', '"10:1"'),
    {
      open: 'body.content-type',
      what: 'Content-Type text/plain',
      body: plain,
      headers: [['Content-Type', 'text/plain']],
    },
    { open: 'body.duplicate-keys', what: 'a duplicate prompt', body: plain.replace('{', `{${prompt.join(':')},`) },
    { open: 'body.byte-order-mark', what: 'a byte order mark before the body', body: `\uFEFF${plain}` },
    saying('body.numbers-beyond-double', 'fps', 'fps', '24.00000000000000000001'),
    saying('prompt.blank', 'input', 'prompt', '"   "', 'a prompt of spaces'),
    saying(
      'prompt.very-long',
      'input',
      'prompt',
      JSON.stringify('A paper boat. '.repeat(1429)),
      'a prompt of 20,000 characters',
    ),
    saying('prompt.control-characters', 'input', 'prompt', '"a paper\\u0000boat"', 'a prompt with NUL'),
    saying('prompt.lone-surrogates', 'input', 'prompt', '"a boat \\ud83d"', 'a prompt with a lone surrogate'),
    saying('image.unreachable', 'input', 'image_url', JSON.stringify(NOWHERE), 'an image that cannot be fetched'),
    ...(imageUrl === undefined
      ? []
      : [
          {
            open: 'prompt.with-image' as const,
            what: 'a prompt and an image',
            body: withMembers('input', prompt, member('image_url', JSON.stringify(imageUrl))),
          },
          saying(
            'image.lenient-spelling',
            'input',
            'image_url',
            JSON.stringify(` ${imageUrl}`),
            'an image URL with a leading space',
          ),
        ]),
  ]
}

async function tryOpenBodies(drive: Drive): Promise<void> {
  const { base } = await bookFor(drive)
  const bodies = openBodies(base, drive.configuration.imageUrl)
  await Promise.all(
    drive
      .withinShare(bodies, { nameOf: ({ what }) => what, bodyOf: ({ body }) => body })
      .map(async ({ open, what, body, headers = [] }) => {
        try {
          await drive.jobs.submit(body, { headers, as: 'observation', purpose: { case: what, open } })
        } catch (error) {
          if (!(error instanceof NotTried)) throw error
          drive.gap(what, error)
        }
      }),
  )
}

export const OPEN_BODIES: Phase = {
  name: 'bodies at open points',
  stage: 'jobs',
  priority: 3,
  max(input) {
    const [book] = booksExpected(input)
    const { share, configuration } = input
    const { imageUrl, prices } = configuration
    const pricing = pricingOf(prices)
    const wished = book ? openBodies(book.base, imageUrl).map(({ body }) => body) : []
    const bodies = share ? chosenWithin(share, wished, (body) => expenseOf(body, pricing)) : wished
    const { length: jobs } = bodies
    return {
      requests: jobs,
      jobs,
      videoSeconds: jobs * FIELDS.duration.least,
      ...(pricing && { money: priceOfBodies(bodies, pricing) }),
    }
  },
  drive: tryOpenBodies,
}
