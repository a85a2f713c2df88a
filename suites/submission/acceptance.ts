import { type Check, type Rule, rule } from '../../runner/check.ts'
import type { Exchange } from '../../runner/exchange.ts'
import { jsonOf, statusOf, succeeded } from '../../runner/reading.ts'
import { fail, inconclusive, pass, skip } from '../../runner/verdict.ts'
import { oneAnswerRule } from '../../runner/witnesses.ts'
import { receivedInWords } from '../../runner/words.ts'
import { endpoint } from '../../spec/endpoints.ts'

const ACCEPTED = endpoint('POST /videos').success!

/** A good submission that is taken on, whoever sent it. Which ones are refused is judged by checks of their own. */
function isTakenOn({ purpose, request, ...exchange }: Exchange): boolean {
  return request.method === 'POST' && purpose.part === 'submission' && succeeded({ purpose, request, ...exchange })
}

const answered202 = oneAnswerRule({
  id: 'submission.taken-on-with-202',
  clause: 'submission.accepted-with-202',
  suite: 'submission',
  title: 'answers a submission that it takes on with 202',
  needs: ['job'],
  unseen: 'no submission was taken on',
  inspect(exchange) {
    if (!isTakenOn(exchange)) return undefined
    return statusOf(exchange) === ACCEPTED
      ? 'kept'
      : { expected: String(ACCEPTED), received: receivedInWords(exchange) }
  },
})

type Notes = { accepted?: Exchange; known?: Exchange; tried: Exchange[] }

/** An id is an id when GET /videos/{id} knows it; every value of the answer that could be one has been asked for. */
const carriesTheId: Check = rule<Notes>({
  id: 'submission.id-leads-to-the-job',
  clause: 'submission.answer-carries-the-id',
  suite: 'submission',
  title: 'answers a submission with JSON that carries the id of its job',
  needs: ['job'],
  begin: () => ({ tried: [] }),
  see(notes, exchange) {
    if (isTakenOn(exchange)) notes.accepted ??= exchange
    if (exchange.purpose.part !== 'introduction' || exchange.purpose.job === undefined) return
    notes.tried.push(exchange)
    if (succeeded(exchange)) notes.known ??= exchange
  },
  conclude({ accepted, known, tried }) {
    if (!accepted) return skip('no submission was taken on')
    if (known) return pass(1, [accepted.n, known.n])
    const evidence = [accepted.n, ...tried.map((each) => each.n)]
    if (accepted.answer?.garbled || accepted.answer?.truncated)
      return inconclusive('the answer could not be read', evidence)
    const undecided = tried.find((each) => statusOf(each) !== 404)
    if (undecided)
      return inconclusive(`a value that may be the id was answered ${receivedInWords(undecided)}`, evidence)
    const received = jsonOf(accepted)
      ? 'JSON in which no value is an id that GET /videos/{id} knows'
      : receivedInWords(accepted)
    return fail([{ expected: 'JSON that carries the id of the job', received, evidence }], 1)
  },
} as Rule<Notes>)

export const acceptance: Check[] = [answered202, carriesTheId]
