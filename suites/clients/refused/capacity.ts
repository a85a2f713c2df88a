import { type ClientCheck, clientCheck, type Known } from '../../../runner/judging/clients/check.ts'
import {
  isAtTheInterface,
  isSubmission,
  isTakenOn,
  knew,
  type Passage,
} from '../../../runner/judging/clients/passage.ts'
import { notJudged } from '../../../runner/judging/clients/verdict.ts'
import { isSoonerThan, judgePauses, LEAST_MS, type Pause } from '../counted/pauses.ts'
import { byJob, type Poll, pollIn } from '../counted/polls.ts'
import { isInARow, isNeverAtOnce } from '../counted/rows.ts'
import { askedToWaitMs } from '../counted/waits.ts'
import { withoutTheRest } from '../counted/without-the-rest.ts'

type Submission = { passage: Passage; client: string; askedMs: number | undefined }

type AfterRefusals = {
  pauses: Pause[]
  /** Too soon for who knew of the refusal, and nobody can tell whether its sender did. */
  doubts: Pause[]
}

/** After each refusal that its sender knew of, the next submission, until one is taken on. */
function afterRefusals(submissions: readonly Submission[], known: Known): AfterRefusals {
  const own = submissions.toSorted((one, other) => one.passage.at - other.passage.at)
  const isOneByOne = isNeverAtOnce(own.map(({ passage }) => passage))
  const refusals = own.filter(({ askedMs }) => askedMs !== undefined).sort((a, b) => a.passage.end - b.passage.end)
  return { pauses: pausesWhere('yes'), doubts: pausesWhere('perhaps').filter(isSoon) }

  function pausesWhere(isKnown: ReturnType<typeof knew>): Pause[] {
    return own.flatMap(({ client, passage: next }): Pause[] => {
      const last = refusals.findLast((each) => isToldBy(each.passage, next) === isKnown)
      if (!last) return []
      const { passage: first, askedMs = 0 } = last
      const isOver = own.some(({ passage }) => isTakenOn(passage) && passage.at >= first.end && passage.end <= next.at)
      return isOver ? [] : [{ client, first, next, askedMs, before: 'submission after 429' }]
    })
  }

  function isToldBy(first: Passage, next: Passage): ReturnType<typeof knew> {
    // Another body so soon is another order, which may have been sent beside the first.
    const isAgain = isOneByOne && bodyOf(first) === bodyOf(next)
    const connectionTells = isAgain && known.options.makesOneVideo === true
    const isKnown = knew(next, first, known.transitMs + known.lateness.around(first.end), connectionTells)
    return isKnown === 'perhaps' && isAgain && isTriedAgain(own, next, known) ? 'yes' : isKnown
  }

  function isSoon({ askedMs, first, next }: Pause): boolean {
    return isSoonerThan(askedMs, first, next, known)
  }
}

const bodyOf = ({ exchange }: Passage): string | undefined => exchange.request.body

/** The same body over and over, each upon the refusal of the one before, is tried again, and not one of several that were sent at once. */
function isTriedAgain(own: readonly Submission[], next: Passage, { options, transitMs }: Known): boolean {
  const same = own.map(({ passage }) => passage).filter((each) => bodyOf(each) === bodyOf(next))
  return options.makesOneVideo ? same.length >= 2 : isInARow(same, next, transitMs)
}

export const waitsToSubmit: ClientCheck = clientCheck({
  clause: 'client.waits-out-a-refused-submission',
  begin: () => ({ submissions: [] as Submission[], refused: 0, anonymous: 0 }),
  see(notes, passage, known) {
    if (!isAtTheInterface(passage) || !isSubmission(passage)) return
    const askedMs = askedToWaitMs(passage, known)
    if (askedMs !== undefined) notes.refused++
    if (passage.client === undefined) notes.anonymous++
    else notes.submissions.push({ passage: withoutTheRest(passage), client: passage.client, askedMs })
  },
  conclude({ submissions, refused, anonymous }, known) {
    if (refused > 0 && anonymous > 0 && submissions.length === 0)
      return notJudged({ kind: 'key left out' }, 'nobody knows which client submitted: the keys were left out')
    const groups = Map.groupBy(submissions, ({ client }) => client)
    const all = [...groups.values()].map((own) => afterRefusals(own, known))
    const [pauses, doubts] = [all.flatMap((each) => each.pauses), all.flatMap((each) => each.doubts)]
    const verdict = judgePauses(
      pauses,
      known,
      refused === 0 ? 'no submission was refused with a time to wait' : 'it submitted nothing after it was refused',
    )
    if (doubts.length === 0 || (pauses.length > 0 && verdict.verdict !== 'pass')) return verdict
    return notJudged(
      { kind: 'not decided' },
      PERHAPS_BESIDE,
      doubts.flatMap(({ first, next }) => [first.n, next.n]),
    )
  },
})

const PERHAPS_BESIDE = 'what it submitted right behind a refusal was perhaps sent beside what was refused'

export const waitsToPoll: ClientCheck = clientCheck({
  clause: 'client.waits-out-a-refused-poll',
  begin: () => ({ polls: [] as (Poll & { askedMs: number | undefined })[], refused: 0 }),
  see(notes, passage, known) {
    const poll = pollIn(passage)
    if (!poll) return
    const askedMs = askedToWaitMs(passage, known)
    if (askedMs !== undefined) notes.refused++
    notes.polls.push({ ...poll, askedMs })
  },
  conclude({ polls, refused }, known) {
    const asked = new Map(polls.map(({ passage, askedMs }) => [passage.n, askedMs]))
    const pauses = byJob(polls).flatMap((own) => pausesAfterRefusals(own, asked, known))
    return judgePauses(
      pauses,
      known,
      refused === 0 ? 'no poll was refused with a time to wait' : 'it polled no such job again',
    )
  },
})

function pausesAfterRefusals(
  own: readonly Poll[],
  asked: ReadonlyMap<number, number | undefined>,
  known: Known,
): Pause[] {
  return own.slice(1).flatMap(({ client, passage: next }, index): Pause[] => {
    const { passage: first } = own[index]!
    const askedMs = asked.get(first.n)
    const isKnown = knew(next, first, known.transitMs + known.lateness.around(first.end))
    // No clock of its own would have sent it so soon.
    const isTold = isKnown === 'yes' || (isKnown === 'perhaps' && isSoonerThan(LEAST_MS, first, next, known))
    return askedMs === undefined || !isTold ? [] : [{ client, first, next, askedMs, before: 'poll after 429' }]
  })
}
