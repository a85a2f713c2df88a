import type { Outcome } from '../../engine/history/entry/inspection.ts'
import { type Check, type Facts, rule } from '../../engine/judge/check.ts'
import { fail, inconclusive, noCase, pass, type Verdict, type VerdictOnFiles } from '../../engine/judge/verdict.ts'
import { COMBINED } from '../limits/submit.ts'
import {
  brokenOff,
  type Case,
  type CaseFinding,
  casesIn,
  type Found,
  isFirst,
  violationsIn,
  whatCame,
  withFiles,
} from './cases.ts'
import { LOOKS } from './downloads.ts'

const EXPECTED = 'a complete video'

const wrong = (received: string): CaseFinding => ({ kind: 'wrong', expected: EXPECTED, received })
const wrongEachTime = (received: string): CaseFinding => wrong(`${received}, each time`)

/** A single file that fails at first may be due to the network; with this many jobs, the urls come too early. */
const LATE_JOBS = 2

function findingOn(outcome: Outcome, isOfTheServer: boolean): CaseFinding {
  if (outcome.kind === 'read') {
    const { reading } = outcome
    if (reading.kind === 'video') return { kind: 'right' }
    if (reading.kind === 'unread') return { kind: 'unread', why: reading.why }
    return wrong(reading.what)
  }
  if (outcome.kind === 'not fetched') return { kind: 'unread', why: outcome.why }
  if (outcome.kind === 'cut') {
    return wrongEachTime(brokenOff(outcome))
  }
  if (outcome.kind === 'unreachable') {
    const { why } = outcome
    return isOfTheServer ? wrongEachTime(why) : { kind: 'unread', why }
  }
  const { status, what } = outcome
  // A 401 of another host may require a key that it must not get, and a 429 is temporary.
  if ((status === 401 && !isOfTheServer) || status === 429) return { kind: 'unread', why: `the url returned ${status}` }
  return what ? wrong(what) : wrongEachTime(String(status))
}

/** The first attempt failed, and the second delivered the video. */
function wasLate({ before, look, outcome }: Case): boolean {
  const last = look.attempts.at(-1)!
  if (
    !before ||
    look.attempts.length > 2 ||
    outcome.kind !== 'read' ||
    outcome.reading.kind !== 'video' ||
    last.withKey
  )
    return false
  // A url that expired in the meantime did not come too early.
  if (before.outcome.kind === 'refused') return before.url === last.url && before.outcome.status < 500
  return before.outcome.kind === 'read'
}

/** The lifetime of a url is the server's choice, so a file that is gone later is not judged. */
const hasGone = ({ look, outcome }: Case) =>
  look.time === 'again' && (outcome.kind === 'refused' || outcome.kind === 'unreachable')

function verdictOn(all: readonly Case[]): VerdictOnFiles {
  const cases = all.filter((each) => !hasGone(each))
  if (all.length > 0 && cases.length === 0) {
    const evidence = all.flatMap((each) => each.evidence).slice(0, 20)
    return pass(all.length, evidence, 'the url had expired by then; its lifetime is an implementation choice')
  }
  const late = cases.filter(wasLate)
  const comeTooEarly = late.length >= LATE_JOBS
  const found = cases.map((each) => ({
    each,
    finding: comeTooEarly && late.includes(each) ? wrong(tooEarly(each)) : findingOn(each.outcome, each.isOfTheServer),
  }))
  return withFiles(verdictFrom(found, late.length), found)
}

function verdictFrom(found: readonly Found[], late: number): Verdict {
  const cases = found.map(({ each }) => each)
  const violations = violationsIn(found)
  if (violations.length > 0) return fail(violations, cases.length)
  const unknown = found.find(({ finding }) => finding.kind === 'unread')
  if (unknown?.finding.kind === 'unread')
    return inconclusive(`the video of ${unknown.each.name}: ${unknown.finding.why}`, unknown.each.evidence)
  if (cases.length === 0) return noCase('no video of these jobs was downloaded')
  const remark = late > 0 ? 'one of them was only delivered on the second request' : undefined
  return pass(cases.length, cases.flatMap(({ evidence }) => evidence).slice(0, 20), remark)
}

const tooEarly = ({ before }: Case) => `${before ? whatCame(before.outcome) : 'nothing'} at first, the video later`

const leads = (
  named: Pick<Check, 'id' | 'title' | 'phases' | 'from'>,
  choose: (one: Case, first: number | undefined) => boolean,
): Check =>
  rule<{ first: number | undefined }>({
    ...named,
    clause: 'media.url-leads-to-a-video',
    suite: 'media',
    needs: ['video'],
    begin: () => ({ first: undefined }),
    see(notes, exchange) {
      if (isFirst(exchange)) notes.first = exchange.n
    },
    conclude: ({ first }, facts: Facts) => verdictOn(casesIn(facts).filter((each) => choose(each, first))),
  })

const isLater = ({ look }: Case) => look.time === 'again'

export const leadsChecks: readonly Check[] = [
  leads(
    {
      id: 'media.url-leads-to-a-video',
      title: 'delivers a complete video for the first job',
      phases: [LOOKS],
    },
    (one, first) => one.look.job === first && !isLater(one),
  ),
  leads(
    {
      id: 'media.url-leads-to-a-video/combined',
      title: 'delivers a complete video for every other inspected job',
      from: 'standard',
      phases: [COMBINED, LOOKS],
    },
    (one, first) => one.look.job !== first && !isLater(one),
  ),
  leads(
    {
      id: 'media.url-leads-to-a-video/later',
      title: 'delivers a complete video also when it is requested later and in full',
      from: 'standard',
      phases: [LOOKS],
    },
    isLater,
  ),
]
