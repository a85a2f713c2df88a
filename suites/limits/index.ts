import type { Cause } from '../../engine/history/entry/cause.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { INTRODUCTION } from '../../engine/history/entry/senders.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { list, receivedInWords } from '../../engine/history/reading/words.ts'
import { type Check, type Facts, rule, type Suite } from '../../engine/judge/check.ts'
import { fail, inconclusive, noCase, pass, skip, type Verdict } from '../../engine/judge/verdict.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'
import { endpoint } from '../../spec/endpoints.ts'
import { type Culprit, type Findings, findingsOf } from './findings.ts'
import { observations } from './open-bodies.ts'
import { Shown } from './shown.ts'
import { COMBINED } from './submit.ts'
import type { Combination, Value } from './values.ts'

type Notes = { submissions: Exchange[]; shown: Shown }

function acceptance(
  id: ClauseId,
  title: string,
  { variant = '', conclude = eachAccepted(id) }: { variant?: string; conclude?: (findings: Findings) => Verdict } = {},
): Check {
  return rule<Notes>({
    id: `${id}${variant}`,
    clause: id,
    suite: 'limits',
    from: 'standard',
    title,
    needs: ['job', ...(clause(id).needs ?? [])],
    phases: [COMBINED],
    begin: () => ({ submissions: [], shown: new Shown() }),
    see({ submissions, shown }, exchange, facts) {
      shown.see(exchange, facts)
      if (exchange.request.method !== 'POST') return
      if (exchange.purpose.tries !== undefined || exchange.purpose.by === INTRODUCTION) submissions.push(exchange)
    },
    conclude({ submissions, shown }, facts: Facts) {
      const isMeant = (each: Exchange) => succeeded(each) || shown.isListed(each, facts)
      const findings = findingsOf(submissions.filter(isMeant), facts)
      if (!findings) return skip('no submission was accepted')
      const own = findings.culprits.filter((culprit) => culprit.clause === id)
      if (own.length > 0) return fail(own.map(violation), findings.accepted.length + findings.culprits.length)
      return conclude(findings)
    },
  })
}

function violation({ names, refused, control, acceptedOnce }: Culprit) {
  return {
    case: list(names),
    expected: String(endpoint('POST /videos').success),
    received: receivedInWords(refused) + (acceptedOnce === undefined ? '' : ', but not every time'),
    evidence: [control.n, ...(refused.again?.attempts ?? []), refused.n, ...(acceptedOnce ? [acceptedOnce] : [])],
  }
}

const TOO_LOW = '--max-jobs or --max-video-seconds is too low'
const TOO_FEW: Cause = { kind: 'limit', options: ['--max-jobs', '--max-video-seconds'] }
const TOO_LARGE: Cause = { kind: 'limit', options: ['--max-resolution', '--max-duration'] }

/** Each value has to be part of an accepted submission. */
function eachAccepted(of: ClauseId) {
  return ({ combinations, accepted, refused, doubts, untried }: Findings): Verdict => {
    const { classes, all, beyond } = combinations
    const values = [...classes.flat().flatMap(({ forms }) => forms), ...all.flatMap(extras)]
    const own = [...new Map(values.map((value) => [value.name, value])).values()].filter((value) => value.clause === of)
    if (own.length === 0) return noCase('this run had no such value to send')
    const isIn = ({ name }: Value) => accepted.some(({ names }) => names.has(name))
    const through = own.filter(isIn)
    const missing = own.filter((value) => !isIn(value))
    const doubt = missing.flatMap((value) => doubts.find(({ names }) => names.has(value.name)) ?? [])[0]
    if (doubt) return inconclusive(`${list([...doubt.names].slice(0, 3))}: ${doubt.why}`, [doubt.n])
    const hidden = missing.find(({ name }) => refused.some((names) => names.has(name)))
    if (hidden) return inconclusive(`${hidden.name} was sent only together with a value that is refused`)
    const over = beyond.find((value) => value.clause === of)
    if (over) return skip(`${over.name} exceeds the limits of the run`, TOO_LARGE)
    const planned = missing.find((value) => untried.some((each) => each[value.place] === value))
    if (planned) return skip(`${planned.name} was not sent: ${TOO_LOW}`, TOO_FEW)
    if (through.length === 0) return skip(`no submission of this profile contains ${own[0]!.name}`)
    const evidence = accepted.filter(({ names }) => through.some(({ name }) => names.has(name))).map(({ n }) => n)
    const remark = missing.length > 0 ? `${through.length} of ${own.length} forms sent` : undefined
    return pass(through.length, evidence.slice(0, 20), remark)
  }
}

const extras = ({ key, writing }: Combination) => [key, writing].filter((each) => each !== undefined)

function everyPair({ accepted, culprits, doubts, pairs, combinations, untried }: Findings): Verdict {
  const { all, beyond } = combinations
  if (doubts.length > 0) return inconclusive(doubts[0]!.why, [doubts[0]!.n])
  if (accepted.length < 2) return skip('no combination was sent')
  const evidence = accepted.map(({ n }) => n).slice(0, 20)
  const share = `${pairs.accepted.size} of ${pairs.of} pairs tested and accepted`
  const isWhole = pairs.accepted.size >= pairs.of
  if (!isWhole && culprits.length > 0)
    return inconclusive(`${share}; the others contain a value that is refused`, evidence)
  if (untried.length > 0)
    return skip(`${share}; ${untried.length} of ${all.length} submissions were not sent: ${TOO_LOW}`, TOO_FEW)
  if (beyond.length > 0)
    return skip(`${share}; ${list(beyond.map(({ name }) => name))} exceed the limits of the run`, TOO_LARGE)
  return pass(pairs.accepted.size, evidence, isWhole ? `${share}, in ${all.length} submissions` : share)
}

export const limits: Suite = {
  name: 'limits',
  about:
    'Accepted values (§4, §8): range limits, listed words, spellings and every pair of them, in as few jobs as possible.',
  checks: [
    acceptance('submission.range-ends-accepted', 'accepts the minimum and maximum of each range'),
    acceptance('submission.listed-words-accepted', 'accepts each listed resolution and bit depth'),
    acceptance(
      'submission.combinations-accepted',
      'accepts every pair of accepted values, and all maximum values together',
      { conclude: everyPair },
    ),
    acceptance(
      'submission.accepted-with-202',
      'accepts values inside each range, with fields and white space in any order',
      { variant: '/inside-ranges' },
    ),
    acceptance('submission.number-spellings-accepted', 'accepts whole numbers in every JSON notation'),
    acceptance('submission.string-spellings-accepted', 'accepts strings with any JSON escapes'),
    acceptance('submission.ordinary-text-accepted', 'accepts any ordinary text as a prompt'),
    acceptance('submission.image-accepted', 'accepts an image instead of a prompt'),
    acceptance('submission.fractions-accepted', 'accepts fractions inside a range'),
    acceptance('submission.ordinary-ratios-accepted', 'accepts ratios of whole numbers from 1:4 to 4:1'),
    acceptance('readings.listed-alias-accepted', 'accepts every listed alias', { variant: '/combined' }),
    ...observations,
  ],
}
