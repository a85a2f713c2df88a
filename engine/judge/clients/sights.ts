import { fieldsSent, recordOf } from '../../history/reading/reading.ts'
import type { UrlsNamed } from './fetches.ts'
import { isAtTheInterface, isPoll, isSubmission, isTakenOn, type Passage } from './passage.ts'
import type { Sight } from './verdict.ts'

/** What one request and its answer show, of all that a scenario may wait for. */
export function* sightsOf(passage: Passage, urls: UrlsNamed): Generator<Sight> {
  yield 'a request'
  if (urls.meantBy(passage.exchange).length > 0) yield* ofAFetch(passage)
  else if (!isAtTheInterface(passage)) return
  else if (isSubmission(passage)) yield* ofASubmission(passage)
  else if (isPoll(passage)) yield* ofAPoll(passage)
  if (passage.status === 401) yield 'a 401'
}

function* ofASubmission(passage: Passage): Generator<Sight> {
  yield 'a submission'
  const { image_url: image } = passage.exchange.kind === 'exchange' ? fieldsSent(passage.exchange.request) : {}
  if (image !== undefined && image !== null) yield 'an image'
  if (passage.isLost) yield 'a lost answer to a submission'
  else if (isTakenOn(passage)) yield 'a submission taken on'
  else yield passage.status === 429 ? 'a submission refused with 429' : 'a submission refused otherwise'
}

function* ofAPoll(passage: Passage): Generator<Sight> {
  yield 'a poll'
  if (passage.isLost) yield 'a lost answer to a poll'
  if (passage.status === 429) yield 'a poll refused with 429'
  if (passage.status !== undefined && passage.status >= 500) yield 'a poll answered 5xx'
  const { status } =
    isTakenOn(passage) && passage.exchange.kind === 'exchange' ? (recordOf(passage.exchange) ?? {}) : {}
  if (status === 'succeeded') yield 'a job that succeeded'
  if (status === 'failed') yield 'a job that failed'
}

function* ofAFetch({ exchange, isLost, status }: Passage): Generator<Sight> {
  yield 'a fetch of a video'
  if (isLost && exchange.answer) yield 'a fetch cut short'
  if (status !== undefined && status >= 400) yield 'a fetch refused'
}
