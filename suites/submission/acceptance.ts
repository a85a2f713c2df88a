import { idAt, idCandidates, mayHideItsId } from '../../engine/discovery/dialect/job-id.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { jsonOf, statusOf, succeeded, whyUnread } from '../../engine/history/reading/reading.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { type Check, type Facts, rule } from '../../engine/judge/check.ts'
import { oneAnswerRule } from '../../engine/judge/one-answer-rule.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import { endpoint } from '../../spec/endpoints.ts'

const ACCEPTED = endpoint('POST /videos').success!

/** An accepted submission. Refusals are judged by their own checks. */
function isTakenOn(exchange: Exchange): boolean {
  const { purpose, request } = exchange
  return request.method === 'POST' && purpose.part === 'submission' && succeeded(exchange)
}

/** 303 See Other counts as done. */
function isSentOn(exchange: Exchange): boolean {
  const { purpose, request } = exchange
  return request.method === 'POST' && purpose.part === 'submission' && statusOf(exchange) === 303
}

const answered202 = oneAnswerRule({
  id: 'submission.accepted-with-202/status',
  clause: 'submission.accepted-with-202',
  suite: 'submission',
  title: 'returns 202 for an accepted submission',
  needs: ['job'],
  unseen: 'no submission was accepted',
  inspect(exchange) {
    if (!isTakenOn(exchange) && !isSentOn(exchange)) return undefined
    return statusOf(exchange) === ACCEPTED
      ? 'kept'
      : { expected: String(ACCEPTED), received: receivedInWords(exchange) }
  },
})

type Asked = { n: number; id: string | undefined; status: number | undefined }

type Notes = {
  accepted: number[]
  /** Submissions whose jobs GET never knew, and what it answered. */
  unknown: Exchange[]
  tried: Map<number, Asked[]>
}

/** An id is an id when GET /videos/{id} knows it; every value of the answer that could be one has been asked for. */
const carriesTheId: Check = rule<Notes>({
  id: 'submission.answer-carries-the-id',
  clause: 'submission.answer-carries-the-id',
  suite: 'submission',
  title: 'returns JSON with the id of the job for a submission',
  needs: ['job'],
  begin: () => ({ accepted: [], unknown: [], tried: new Map() }),
  see({ accepted, unknown, tried }, exchange, { isKnown }) {
    const { n } = exchange
    if (isTakenOn(exchange)) {
      accepted.push(n)
      if (!isKnown(n)) unknown.push(exchange)
    }
    const { job, owner, keyLeftOut } = exchange.purpose
    // What is refused to another key, or to nobody knows whom, may be a job all the same.
    if (job === undefined || isKnown(job) || owner !== undefined || keyLeftOut) return
    tried.set(job, [...(tried.get(job) ?? []), { n, id: exchange.purpose.polled, status: statusOf(exchange) }])
  },
  conclude({ accepted, unknown, tried }, facts) {
    if (accepted.length === 0) return skip('no submission was accepted')
    const evidence = accepted.slice(0, 20)
    const violations = unknown.flatMap((submission): Violation[] => {
      const asked = tried.get(submission.n) ?? []
      if (whyUnread(submission) || asked.some(({ status }) => status !== 404)) return []
      // Whether the id is the one of another job is for the clauses on ids to judge.
      if (!isAskedOut(submission, asked, facts)) return []
      const received = jsonOf(submission)
        ? 'JSON without a value that GET /videos/{id} accepts as an id'
        : receivedInWords(submission)
      return [
        {
          expected: 'JSON with the id of the job',
          received,
          evidence: [...asked.map(({ n }) => n), submission.n],
        },
      ]
    })
    if (violations.length > 0) return fail(violations, accepted.length)
    if (unknown.length === accepted.length) return inconclusive('no id could be tested', evidence)
    return pass(accepted.length - unknown.length, evidence)
  },
})

/** Whether each value that could be the id has been asked for, or the one that stands where the others' ids do. */
function isAskedOut(submission: Exchange, asked: readonly Asked[], { dialect, ids, isOneServer }: Facts): boolean {
  const isAsked = (id: string) => asked.some((each) => each.id === id)
  const usual = dialect.idWay && idAt(jsonOf(submission)?.value, dialect.idWay)
  if (usual !== undefined && isAsked(usual)) return true
  if (mayHideItsId(submission)) return false
  // Whoever looks on cannot ask; but where the others have their ids nothing stands, nor anything like one elsewhere.
  if (!isOneServer && dialect.idWay && usual === undefined && asked.length === 0)
    return idCandidates(submission, Number.POSITIVE_INFINITY).every(({ text }) => /^[a-z]{0,12}$/i.test(text))
  const candidates = idCandidates(submission, Number.POSITIVE_INFINITY)
  // The id of another job is for the clauses on ids to judge.
  const isAnothers = (id: string) => asked.length > 0 && ids().includes(id)
  return candidates.every(({ text }) => isAsked(text) || isAnothers(text))
}

export const acceptance: Check[] = [answered202, carriesTheId]
