import { type Check, observation } from '../../runner/judging/check.ts'
import { outcomeOf, type PointOfRequests } from '../../runner/judging/outcome.ts'
import { isAboutMoney, undecided } from '../../runner/judging/probes.ts'
import { ChoicesSeen } from '../choices.ts'
import { OPEN_BODIES } from './open-bodies.ts'

/** What an open body got: taken on, or refused. */
function openBody(open: PointOfRequests, title: string): Check {
  return observation<ChoicesSeen>({
    id: `limits.${open}`,
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
  openBody('body.extra-fields', 'whether a field that nobody knows is accepted'),
  openBody('body.duplicate-keys', 'whether a field may be named twice'),
  openBody('body.byte-order-mark', 'whether a byte order mark may stand before the body'),
  openBody('body.null-for-optional', 'whether null may stand for an optional field'),
  openBody('body.numbers-beyond-double', 'whether numbers may have more digits than a double holds'),
  openBody('prompt.with-image', 'whether a prompt and an image may stand together'),
  openBody('prompt.blank', 'whether a prompt may be blank'),
  openBody('prompt.very-long', 'whether a prompt may be very long'),
  openBody('prompt.control-characters', 'whether a prompt may hold NUL'),
  openBody('prompt.lone-surrogates', 'whether a prompt may hold half of a surrogate pair'),
  openBody('words.other-letter-case', 'whether listed words may stand in another letter case'),
  openBody('ratio.lenient-spelling', 'whether ratios may have leading zeros'),
  openBody('ratio.extreme', 'whether ratios may be wider than 4:1'),
  openBody('image.unreachable', 'what happens to an image that cannot be fetched'),
  openBody('image.lenient-spelling', 'whether image addresses are read forgivingly'),
]
