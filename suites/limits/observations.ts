import { type Check, observation } from '../../engine/judge/check.ts'
import { outcomeOf, type PointOfRequests } from '../../engine/judge/outcome.ts'
import { isAboutMoney, undecided } from '../../engine/judge/probes.ts'
import { ChoicesSeen } from '../choices.ts'
import { OPEN_BODIES } from './open-bodies.ts'

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

export const limitObservations: Check[] = [
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
