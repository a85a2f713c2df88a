import { pricingOf } from '../config/prices/prices.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { INTRODUCTION } from '../history/entry/no-phases.ts'
import { statusOf, succeeded } from '../history/reading/reading.ts'
import { receivedInWords } from '../history/reading/words.ts'
import { priceOfBody } from '../http/limits/price-of-body.ts'
import { requestTo, videoSecondsOf } from '../http/requests.ts'
import { causeOf, NotTested } from '../run/not-tested.ts'
import { bodiesToTry } from './bodies-to-try.ts'
import type { AliasList } from './dialect/aliases.ts'
import { idCandidates } from './dialect/job-id.ts'
import { anotherInterfaceInWords, isAnotherInterface } from './first-contact.ts'
import type { Introduction, Parts } from './parts.ts'

const MOST_IDS = 12
const LIKELIEST = 3
/** Values that may be the id of the first job. */
export const MOST_TRIES_FOR_AN_ID = MOST_IDS + LIKELIEST

/** Of the time that the run has, it waits so much for others to make room: what needs no job is asked after that. */
const SHARE_OF_WAITING = 1 / 3

export async function submitFirstJob(
  parts: Parts,
  lists: AliasList[],
  readings: readonly Exchange[],
): Promise<Introduction> {
  const { client, target, dialect, budget, configuration, waitFor } = parts
  let noJob = new NotTested(`--max-duration ${configuration.maxDuration} is shorter than any valid video`, {
    kind: 'limit',
    options: ['--max-duration'],
  })
  let refused: Exchange | undefined
  const asked = {
    waitsUntilMs: configuration.deadlineMs * SHARE_OF_WAITING,
    on429: () => waitFor('capacity, which other jobs use'),
  }
  for (const { list, model, body } of bodiesToTry(lists, configuration)) {
    const videoSeconds = videoSecondsOf(body)
    const pricing = pricingOf(configuration.prices)
    const money = pricing ? priceOfBody(body, pricing) : 0n
    const lacking = budget.lacking({ videoSeconds, money, by: INTRODUCTION })
    if (lacking) return { noJob: new NotTested('the budget does not allow a job', causeOf(lacking)) }
    const request = requestTo(target, 'POST /videos', { body })
    const submission = await client.ask(request, { by: INTRODUCTION, part: 'submission' }, { ...asked, videoSeconds })
    waitFor(undefined)
    if (succeeded(submission)) {
      dialect.models = list
      dialect.alias = model
      return learnId(parts, submission)
    }
    const status = statusOf(submission)
    if (status === 429) return { noJob: taken(submission) }
    const maybeWhy = status === 402 || status === 403 ? '; check credits and permissions of the account' : ''
    noJob = new NotTested(
      `the server accepted no valid submission; the last one returned ${receivedInWords(submission)}${maybeWhy}`,
    )
    refused = status !== undefined && status < 500 && maybeWhy === '' ? submission : undefined
  }
  if (refused && isAnotherInterface(readings)) return { stop: anotherInterfaceInWords([...readings, refused], target) }
  return { noJob }
}

/** The run has made no job yet: whatever takes up the room is not its own. */
function taken({ at, again }: Exchange): NotTested {
  const times = (again?.attempts.length ?? 0) + 1
  return new NotTested(
    `the account has no free capacity: the first submission returned 429 ${times === 1 ? 'with a Retry-After longer than the run waits' : `${times} times in ${Math.ceil(at / 1000)} s`}. Run again when its other jobs have finished, with a longer --deadline (a third of it is spent waiting), or with a separate account`,
  )
}

/** An id is an id when GET /videos/{id} knows it. */
async function learnId(
  { client, target, configuration, dialect, jobs }: Parts,
  submission: Exchange,
): Promise<Introduction> {
  const candidates = idCandidates(submission, MOST_IDS)
  // A server that knows a new job only a little later breaks a clause, which must not hide all the others.
  const secondRound = candidates.slice(0, LIKELIEST)
  for (const [index, candidate] of [...candidates, ...secondRound].entries()) {
    if (index === candidates.length) await client.wait(configuration.pollIntervalMs)
    const request = requestTo(target, 'GET /videos/{id}', { id: candidate.text })
    const poll = await client.ask(request, {
      by: INTRODUCTION,
      part: 'introduction',
      job: submission.n,
      polled: candidate.text,
    })
    if (!succeeded(poll)) continue
    dialect.idWay = candidate.way
    dialect.idType = candidate.type
    const job = jobs.adopt(submission, { firstPoll: poll })
    return { submission, ...(job && { job }) }
  }
  return {
    submission,
    noJob: new NotTested('GET /videos/{id} finds no value of the submission response as a job id'),
  }
}
