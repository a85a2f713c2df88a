import type { ClientEvent } from '../../../engine/judge/clients/verdict.ts'
import type { Moment } from '../../../reporters/outcome/clients/report.ts'
import type { Status } from '../../../spec/words.ts'

/** What a client must have done before a scenario is judged, as data. */
export type HasToBeSeen =
  | { seen: 'a request' }
  | { seen: 'answered well' }
  | { seen: 'taken on' }
  | { seen: 'answered'; to: Moment['kind'] | 'anything'; status: number; times?: number }
  | { seen: 'lost'; to: Moment['kind'] }
  | { seen: 'state'; status: Status; stage?: 'absent' | 'null'; times?: number }
  | { seen: 'gone back' }
  | { seen: 'coded'; how: NonNullable<Moment['coding']> }
  | { seen: 'an image' }

type Known = {
  isSeen(moments: readonly Moment[]): boolean
  /** Completes "it never came to". */
  words: string
  /** The closest event known to judges. */
  sight: ClientEvent
}

export const isReached = (place: HasToBeSeen, moments: readonly Moment[]): boolean => knownOf(place).isSeen(moments)
export const placeInWords = (place: HasToBeSeen): string => knownOf(place).words
export const sightOf = (place: HasToBeSeen): ClientEvent => knownOf(place).sight

function knownOf(place: HasToBeSeen): Known {
  switch (place.seen) {
    case 'a request':
      return { isSeen: (moments) => moments.length > 0, words: 'a request', sight: 'a request' }
    case 'answered well':
      return {
        isSeen: (moments) => moments.some(({ status = 0, lost }) => status >= 200 && status < 300 && !lost),
        words: 'a successful request',
        sight: 'a request',
      }
    case 'taken on':
      return {
        isSeen: (moments) => moments.some(({ kind, status }) => kind === 'submission' && status === 202),
        words: 'an accepted submission',
        sight: 'a submission taken on',
      }
    case 'answered':
      return answered(place)
    case 'lost':
      return {
        isSeen: (moments) => moments.some(({ kind, lost }) => kind === place.to && lost === true),
        words: `a ${place.to} whose response was lost`,
        sight: LOST[place.to] ?? 'a request',
      }
    case 'state':
      return inState(place)
    case 'gone back':
      return {
        isSeen: hasGoneBack,
        words: 'a poll that found a running job queued again',
        sight: 'a poll',
      }
    case 'coded':
      return {
        isSeen: (moments) => moments.some(({ coding }) => coding === place.how),
        words: place.how === 'gzip' ? 'a compressed response' : 'a chunked response',
        sight: 'a request',
      }
    case 'an image':
      return {
        isSeen: (moments) => moments.some(({ image }) => image === true),
        words: 'a submission with an image_url (GATECHECK_IMAGE_URL names one)',
        sight: 'an image',
      }
  }
}

const LOST: Partial<Record<Moment['kind'], ClientEvent>> = {
  submission: 'a lost answer to a submission',
  poll: 'a lost answer to a poll',
  fetch: 'a fetch cut short',
}

function answered({ to, status, times = 1 }: Extract<HasToBeSeen, { seen: 'answered' }>): Known {
  const what = to === 'anything' ? 'a request' : `a ${to}`
  return {
    isSeen: (moments) =>
      moments.filter((each) => (to === 'anything' || each.kind === to) && each.status === status).length >= times,
    words: `${what} that returned ${status}${times > 1 ? `, ${times} times` : ''}`,
    sight: sightOfAnswer(to, status),
  }
}

function sightOfAnswer(to: Moment['kind'] | 'anything', status: number): ClientEvent {
  if (status === 401) return 'a 401'
  if (to === 'submission') return status === 429 ? 'a submission refused with 429' : 'a submission refused otherwise'
  if (to === 'poll') return status === 429 ? 'a poll refused with 429' : 'a poll answered 5xx'
  return to === 'fetch' ? 'a fetch refused' : 'a request'
}

const SIGHT_OF_STATE: Record<Status, ClientEvent> = {
  queued: 'a poll',
  running: 'a poll',
  succeeded: 'a job that succeeded',
  failed: 'a job that failed',
}

function inState({ status, stage, times = 1 }: Extract<HasToBeSeen, { seen: 'state' }>): Known {
  const isIt = (moment: Moment) =>
    moment.state === status &&
    (stage === undefined || (stage === 'null' ? moment.stage === null : moment.stage === undefined))
  const behind = stage === undefined ? '' : stage === 'null' ? ' with stage null' : ' without a stage'
  return {
    isSeen: (moments) => moments.filter(isIt).length >= times,
    words: `${times > 1 ? `${times} polls that` : 'a poll that'} found the job ${status}${behind}`,
    sight: SIGHT_OF_STATE[status],
  }
}

function hasGoneBack(moments: readonly Moment[]): boolean {
  const states = moments.flatMap(({ state }) => (state === undefined ? [] : [state]))
  return states.some((state, at) => state === 'queued' && states[at - 1] === 'running')
}
