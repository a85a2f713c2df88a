import { type Check, observation } from '../../runner/check.ts'
import { undecided } from '../../runner/probes.ts'
import { statusOf, succeeded } from '../../runner/reading.ts'
import { list } from '../../runner/words.ts'
import type { OpenPointId } from '../../spec/open-points.ts'
import { isAboutMoney, PLACING, placeOrders } from './placing.ts'

type Notes = { choice: string; n: number }[]

/** What rode on a lawful submission: taken on, or refused. */
function rider(open: OpenPointId, title: string): Check {
  return observation<Notes>({
    id: `limits.${open}`,
    open,
    suite: 'limits',
    title,
    from: 'standard',
    needs: ['job'],
    cost: () => ({ requests: 0 }),
    drive: (drive) => drive.together(PLACING, placeOrders),
    begin: () => [],
    see(notes, exchange) {
      const { purpose } = exchange
      if (purpose.open !== open || undecided(exchange) || !exchange.answer || isAboutMoney(exchange)) return
      const answer = succeeded(exchange) ? 'accepted' : `refused with ${statusOf(exchange)}`
      notes.push({ choice: `${purpose.case}: ${answer}`, n: exchange.n })
    },
    conclude(notes) {
      const choices = [...new Set(notes.map(({ choice }) => choice))]
      if (choices.length === 0) return undefined
      return {
        choice: list(choices, 'or'),
        evidence: notes.map(({ n }) => n).slice(0, 5),
        ...(choices.length > 1 && { inconsistent: `${choices.length} different choices in one run` }),
      }
    },
  })
}

export const limitObservations: Check[] = [
  rider('body.content-type', 'whether the Content-Type of a submission matters'),
  rider('body.extra-fields', 'whether a field that nobody knows is accepted'),
  rider('body.duplicate-keys', 'whether a field may be named twice'),
  rider('body.byte-order-mark', 'whether a byte order mark may stand before the body'),
  rider('body.null-for-optional', 'whether null may stand for an optional field'),
  rider('body.numbers-beyond-double', 'whether numbers may have more digits than a double holds'),
  rider('prompt.with-image', 'whether a prompt and an image may stand together'),
  rider('prompt.blank', 'whether a prompt may be blank'),
  rider('prompt.very-long', 'whether a prompt may be very long'),
  rider('prompt.control-characters', 'whether a prompt may hold NUL'),
  rider('prompt.lone-surrogates', 'whether a prompt may hold half of a surrogate pair'),
  rider('words.other-letter-case', 'whether listed words may stand in another letter case'),
  rider('ratio.lenient-spelling', 'whether ratios may have leading zeros'),
  rider('ratio.extreme', 'whether ratios may be wider than 4:1'),
  rider('image.unreachable', 'what happens to an image that cannot be fetched'),
  rider('image.lenient-spelling', 'whether image addresses are read forgivingly'),
]
