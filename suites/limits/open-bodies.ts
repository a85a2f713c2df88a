import type { Header } from '../../engine/history/entry/exchange.ts'
import { type Check, observation } from '../../engine/judge/check.ts'
import { outcomeOf, type PointOfRequests } from '../../engine/judge/outcome.ts'
import { isAboutMoney, undecided } from '../../engine/judge/probes.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { NotTested } from '../../engine/run/not-tested.ts'
import type { Phase } from '../../engine/run/phase.ts'
import type { OpenPointId } from '../../spec/open-points.ts'
import { FIELDS } from '../../spec/words.ts'
import { ChoicesSeen } from '../choices.ts'
import { combinationsExpected, combinationsFor, costOf } from './combinations.ts'
import { bodyOf, type Combination, type Member, member, type Place } from './values.ts'

/** The plainest submission with one unspecified detail. Costs a short job if it is accepted. */
type OpenBody = { open: OpenPointId; what: string; body: string; headers?: readonly Header[] }

const NOWHERE = 'https://gatecheck.invalid/no-such-image.png'

function openBodies(base: Combination, imageUrl: string | undefined): OpenBody[] {
  const plain = bodyOf(base)
  const withMembers = (place: Place, ...members: Member[]) =>
    bodyOf({ ...base, [place]: { name: '', place, clause: 'submission.accepted-with-202', members } })
  const withField = (open: OpenPointId, name: string, json: string, what = `${name} ${json}`): OpenBody => {
    const place = name === 'prompt' || name === 'image_url' ? 'input' : (name as Place)
    return { open, what, body: withMembers(place, member(name, json)) }
  }
  const prompt = base.input?.members[0] ?? member('prompt', '"A paper boat."')
  const veryLong = JSON.stringify('A paper boat. '.repeat(1429))
  const textPlain: Header[] = [['Content-Type', 'text/plain']]
  return [
    withField('body.null-for-optional', 'ratio', 'null'),
    { open: 'body.extra-fields', what: 'an unknown field', body: plain.replace('{', '{"gatecheck_note":"x",') },
    withField('words.other-letter-case', 'resolution', '"480P"'),
    withField('ratio.lenient-spelling', 'ratio', '"016:09"'),
    withField('ratio.extreme', 'ratio', '"10:1"'),
    { open: 'body.content-type', what: 'Content-Type text/plain', body: plain, headers: textPlain },
    { open: 'body.duplicate-keys', what: 'a duplicate prompt', body: plain.replace('{', `{${prompt.join(':')},`) },
    { open: 'body.byte-order-mark', what: 'a byte order mark before the body', body: `\uFEFF${plain}` },
    withField('body.numbers-beyond-double', 'fps', '24.00000000000000000001'),
    withField('prompt.blank', 'prompt', '"   "', 'a prompt of spaces'),
    withField('prompt.very-long', 'prompt', veryLong, 'a prompt of 20,000 characters'),
    withField('prompt.control-characters', 'prompt', '"a paper\\u0000boat"', 'a prompt with NUL'),
    withField('prompt.lone-surrogates', 'prompt', '"a boat \\ud83d"', 'a prompt with a lone surrogate'),
    withField('image.unreachable', 'image_url', JSON.stringify(NOWHERE), 'an image that cannot be fetched'),
    ...(imageUrl === undefined ? [] : ofImage(imageUrl)),
  ]

  function ofImage(url: string): OpenBody[] {
    const both = withMembers('input', prompt, member('image_url', JSON.stringify(url)))
    const spaced = JSON.stringify(` ${url}`)
    return [
      { open: 'prompt.with-image', what: 'a prompt and an image', body: both },
      withField('image.lenient-spelling', 'image_url', spaced, 'an image URL with a leading space'),
    ]
  }
}

async function tryOpenBodies(drive: Driver): Promise<void> {
  const { base } = await combinationsFor(drive)
  const bodies = openBodies(base, drive.configuration.imageUrl)
  await Promise.all(
    drive
      .withinShare(bodies, { nameOf: ({ what }) => what, bodyOf: ({ body }) => body })
      .map(async ({ open, what, body, headers = [] }) => {
        try {
          await drive.jobs.submit(body, { headers, as: 'observation', purpose: { case: what, open } })
        } catch (error) {
          if (!(error instanceof NotTested)) throw error
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
    const [first] = combinationsExpected(input)
    const bodies = first ? openBodies(first.base, input.configuration.imageUrl) : []
    const cost = costOf(
      bodies.map(({ body }) => body),
      input,
    )
    return { ...cost, videoSeconds: cost.jobs * FIELDS.duration.least }
  },
  drive: tryOpenBodies,
}

/** Whether an open body was accepted or refused. */
function openBody(open: PointOfRequests, title: string): Check {
  return observation<ChoicesSeen>({
    id: open,
    open,
    suite: 'limits',
    title,
    from: 'full',
    needs: ['job'],
    phases: [OPEN_BODIES],
    begin: () => new ChoicesSeen(),
    see(seen, exchange) {
      const { purpose } = exchange
      if (purpose.open !== open || undecided(exchange) || !exchange.answer || isAboutMoney(exchange)) return
      seen.note(outcomeOf(exchange, purpose.case), exchange.n)
    },
    conclude: (seen) => seen.choice(),
  })
}

export const observations: Check[] = [
  openBody('body.content-type', 'whether the Content-Type of a submission matters'),
  openBody('body.extra-fields', 'whether an unknown field is accepted'),
  openBody('body.duplicate-keys', 'whether a duplicate field is accepted'),
  openBody('body.byte-order-mark', 'whether a byte order mark before the body is accepted'),
  openBody('body.null-for-optional', 'whether null is accepted for an optional field'),
  openBody('body.numbers-beyond-double', 'whether numbers with more digits than a double are accepted'),
  openBody('prompt.with-image', 'whether a prompt together with an image is accepted'),
  openBody('prompt.blank', 'whether a blank prompt is accepted'),
  openBody('prompt.very-long', 'whether a very long prompt is accepted'),
  openBody('prompt.control-characters', 'whether a prompt with NUL is accepted'),
  openBody('prompt.lone-surrogates', 'whether a prompt with a lone surrogate is accepted'),
  openBody('words.other-letter-case', 'whether listed words in another letter case are accepted'),
  openBody('ratio.lenient-spelling', 'whether ratios with leading zeros are accepted'),
  openBody('ratio.extreme', 'whether ratios wider than 4:1 are accepted'),
  openBody('image.unreachable', 'what happens to an image that cannot be fetched'),
  openBody('image.lenient-spelling', 'whether sloppily written image URLs are accepted'),
]
