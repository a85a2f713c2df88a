import type { Cause } from '../../engine/history/entry/cause.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { INTRODUCTION } from '../../engine/history/entry/no-phases.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { list, receivedInWords } from '../../engine/history/reading/words.ts'
import { type Check, type Facts, rule, type Suite } from '../../engine/judge/check.ts'
import { fail, inconclusive, noCase, pass, skip, type Verdict } from '../../engine/judge/verdict.ts'
import type { Need } from '../../spec/clause.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { endpoint } from '../../spec/endpoints.ts'
import { type Culprit, type Findings, findingsOf } from './findings.ts'
import { limitObservations } from './observations.ts'
import { ORDERS } from './placing.ts'
import { Shown } from './shown.ts'
import type { Trait } from './trait.ts'

type Notes = { submissions: Exchange[]; shown: Shown }

function acceptance(
  named: { id: string; clause: ClauseId; title: string; needs?: readonly Need[] },
  conclude: (findings: Findings) => Verdict,
): Check {
  return rule<Notes>({
    suite: 'limits',
    from: 'standard',
    ...named,
    needs: ['job', ...(named.needs ?? [])],
    phases: [ORDERS],
    begin: () => ({ submissions: [], shown: new Shown() }),
    see({ submissions, shown }, exchange, facts) {
      shown.see(exchange, facts)
      if (exchange.request.method !== 'POST') return
      if (exchange.purpose.tries !== undefined || exchange.purpose.by === INTRODUCTION) submissions.push(exchange)
    },
    conclude({ submissions, shown }, facts: Facts) {
      const isMeant = (each: Exchange) => succeeded(each) || shown.mayHaveBeenAsked(each, facts)
      const findings = findingsOf(submissions.filter(isMeant), facts)
      if (!findings) return skip('no submission was accepted')
      const own = findings.culprits.filter((culprit) => culprit.clause === named.clause)
      if (own.length > 0) return fail(own.map(violation), findings.accepted.length + findings.culprits.length)
      return conclude(findings)
    },
  })
}

function violation({ names, refused, control, acceptedOnce }: Culprit) {
  const accepted = String(endpoint('POST /videos').success)
  return {
    case: list(names),
    expected: accepted,
    received: receivedInWords(refused) + (acceptedOnce === undefined ? '' : ', but not every time'),
    evidence: [control.n, ...(refused.again?.attempts ?? []), refused.n, ...(acceptedOnce ? [acceptedOnce] : [])],
  }
}

const NO_ROOM = '--max-jobs or --max-video-seconds is too low'
const TOO_FEW: Cause = { kind: 'limit', options: ['--max-jobs', '--max-video-seconds'] }
const TOO_LARGE: Cause = { kind: 'limit', options: ['--max-resolution', '--max-duration'] }

/** Each way of asking for something has to stand in a submission that was accepted. */
function eachAccepted(of: ClauseId) {
  return ({ book, accepted, refused, doubts, untried }: Findings): Verdict => {
    const own = [...book.classes.flat().flatMap(({ manners }) => manners), ...book.orders.flatMap(extras)]
      .filter((trait) => trait.clause === of)
      .filter((trait, index, all) => all.findIndex(({ name }) => name === trait.name) === index)
    if (own.length === 0) return noCase('this run had no such value to send')
    const through = own.filter(({ name }) => accepted.some(({ names }) => names.has(name)))
    const stuck = own.filter((trait) => !through.includes(trait))
    const doubt = stuck.flatMap((trait) => doubts.filter(({ names }) => names.has(trait.name)).slice(0, 1))[0]
    if (doubt) return inconclusive(`${list([...doubt.names].slice(0, 3))}: ${doubt.why}`, [doubt.n])
    const hidden = stuck.find(({ name }) => refused.some((names) => names.has(name)))
    if (hidden) return inconclusive(`${hidden.name} was sent only together with a value that is refused`)
    const over = book.beyond.find((trait) => trait.clause === of)
    if (over) return skip(`${over.name} exceeds the limits of the run`, TOO_LARGE)
    const planned = stuck.find((trait) => untried.some((order) => order[trait.place] === trait))
    if (planned) return skip(`${planned.name} was not sent: ${NO_ROOM}`, TOO_FEW)
    const evidence = accepted.filter(({ names }) => through.some(({ name }) => names.has(name))).map(({ n }) => n)
    if (through.length === 0) return skip(`no submission of this profile contains ${own[0]!.name}`)
    const remark = stuck.length > 0 ? `${through.length} of ${own.length} forms sent` : undefined
    return pass(through.length, evidence.slice(0, 20), remark)
  }
}

const extras = ({ key, writing }: { key?: Trait; writing?: Trait }) =>
  [key, writing].filter((each) => each !== undefined)

const everyPairing = acceptance(
  {
    id: 'submission.combinations-accepted',
    clause: 'submission.combinations-accepted',
    title: 'accepts every pair of accepted values, and all maximum values together',
  },
  ({ accepted, culprits, doubts, pairs, book, untried }) => {
    if (doubts.length > 0) return inconclusive(doubts[0]!.why, [doubts[0]!.n])
    if (accepted.length < 2) return skip('no combination was sent')
    const evidence = accepted.map(({ n }) => n).slice(0, 20)
    const share = `${pairs.accepted.size} of ${pairs.of} pairs tested and accepted`
    const isWhole = pairs.accepted.size >= pairs.of
    if (!isWhole && culprits.length > 0)
      return inconclusive(`${share}; the others contain a value that is refused`, evidence)
    if (untried.length > 0)
      return skip(`${share}; ${untried.length} of ${book.orders.length} submissions were not sent: ${NO_ROOM}`, TOO_FEW)
    if (book.beyond.length > 0)
      return skip(`${share}; ${list(book.beyond.map(({ name }) => name))} exceed the limits of the run`, TOO_LARGE)
    const remark = isWhole ? `${share}, in ${book.orders.length} submissions` : share
    return pass(pairs.accepted.size, evidence, remark)
  },
)

const each = (id: string, clause: ClauseId, title: string, needs: Need[] = []) =>
  acceptance({ id, clause, title, needs }, eachAccepted(clause))

export const limits: Suite = {
  name: 'limits',
  about:
    'Accepted values (§4, §8): range limits, listed words, spellings and every pair of them, in as few jobs as possible.',
  checks: [
    each(
      'submission.range-ends-accepted',
      'submission.range-ends-accepted',
      'accepts the minimum and maximum of each range',
    ),
    each(
      'submission.listed-words-accepted',
      'submission.listed-words-accepted',
      'accepts each listed resolution and bit depth',
    ),
    everyPairing,
    each(
      'submission.accepted-with-202/inside-ranges',
      'submission.accepted-with-202',
      'accepts values inside each range, with fields and white space in any order',
    ),
    each(
      'submission.number-spellings-accepted',
      'submission.number-spellings-accepted',
      'accepts whole numbers in every JSON notation',
    ),
    each(
      'submission.string-spellings-accepted',
      'submission.string-spellings-accepted',
      'accepts strings with any JSON escapes',
    ),
    each(
      'submission.ordinary-text-accepted',
      'submission.ordinary-text-accepted',
      'accepts any ordinary text as a prompt',
    ),
    each('submission.image-accepted', 'submission.image-accepted', 'accepts an image instead of a prompt', ['image']),
    each('submission.fractions-accepted', 'submission.fractions-accepted', 'accepts fractions inside a range'),
    each(
      'submission.ordinary-ratios-accepted',
      'submission.ordinary-ratios-accepted',
      'accepts ratios of whole numbers from 1:4 to 4:1',
    ),
    each('readings.listed-alias-accepted/combined', 'readings.listed-alias-accepted', 'accepts every listed alias'),
    ...limitObservations,
  ],
}
