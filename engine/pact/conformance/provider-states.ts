import { STATUSES, type Status } from '../../../spec/words.ts'
import type { ProviderState } from '../file/pact-file.ts'

/** What provider states, which are free text, mean in terms of the specification. */
export type StatesTold = {
  key?: 'good' | 'never issued' | 'revoked'
  whose?: 'own' | 'another account' | 'nobody'
  room?: 'some' | 'none'
  /** Statuses of a job. */
  shows: readonly Status[]
}

const NOT = /\b(not|never|no|un|non|isn't|wasn't|without)\b/i

const REVOKED = /\b(revoked?|withdrawn)\b/i
const A_KEY = /\b(key|token|credentials?)\b/i
const NEVER_ISSUED =
  /\b(never (been )?issued|not issued|unissued|unknown|invalid|not valid|no valid|wrong|bad|lost|not found|not exist|doesn't exist)\b/i
const GOOD_KEY =
  /\b(valid|good|active)\b.{0,40}\b(key|token|credentials?)\b|\b(key|token|credentials?)\b.{0,40}\b(valid|good|active|issued)\b|\b(authenticated|logged in)\b/i

const ACCOUNT = '(account|customer|client|tenant|user|owner|person|company)'
const OF_ANOTHER = new RegExp(
  [
    String.raw`\b(another|other|different|foreign) ${ACCOUNT}`,
    String.raw`\b(account|owner) (another|other|foreign)\b`,
    String.raw`\b(somebody|someone|anybody|anyone) else\b`,
    String.raw`\b(not|doesn't) (owned|belong)|\bforeign (job|video|id)`,
  ].join('|'),
  'i',
)
const OF_THE_SAME = /\bsame account\b/i
const A_JOB = String.raw`\b(jobs?|videos?|ids?)\b`
const UNKNOWN_JOB = new RegExp(
  [
    String.raw`\bno (such )?(jobs?|ids?)\b|\bno such video\b`,
    String.raw`${A_JOB}.{0,80}\b(not exists?|doesn't exist|don't exist|not found|not known|is unknown)\b`,
    String.raw`${A_JOB}.{0,80}\bnever (submitted|created|existed|issued)\b`,
    String.raw`\b(unknown|missing|non-?existent|invalid|nobody's) (job|video|id)`,
    '^not (exists?|found|known)$',
  ].join('|'),
  'i',
)
const IS_THERE = new RegExp(String.raw`${A_JOB}.{0,80}\b(exists?|is there|was (submitted|created))\b|^exists$`, 'i')

const NO_ROOM =
  /\bno (more )?(room|capacity)|\b(at|over|out of|without|lacks?|lacking|beyond) capacity\b|\bcapacity\b.{0,40}\b(exceeded|exhausted|reached|used up|full|none|0)\b|\bcapacity_exceeded\b|\bbusy\b|\b(is|queue|house) full\b|^not (room|capacity)$/i
const SOME_ROOM = /\b(room|capacity) (for|left)\b|\b(free|enough|available) (room|capacity)\b|\bis (room|capacity)\b/i

const WORDS_OF: Record<Status, RegExp> = {
  queued: /\b(queued|waiting|pending)\b/i,
  running: /\b(running|in progress|processing|generating|enhancing)\b/i,
  succeeded: /\b(succeeded|succeeds|successful|done|finished|completed?|ready)\b/i,
  failed: /\b(failed|fails|failing)\b/i,
}

/** If two states contradict each other, the one that makes a valid request fail counts. */
export function toldBy(states: readonly ProviderState[]): StatesTold {
  const phrases = states.flatMap((state) => state.phrases)
  const meaning = <Value extends string>(
    of: (phrase: string) => Value | undefined,
    ...first: Value[]
  ): Value | undefined => {
    const all = phrases.flatMap((phrase) => of(phrase) ?? [])
    return first.find((value) => all.includes(value)) ?? all[0]
  }
  const key = meaning(keyIn, 'revoked', 'never issued')
  const whose = meaning(whoseIn, 'another account', 'nobody')
  const room = meaning(roomIn, 'none')
  const shows = STATUSES.filter((status) =>
    phrases.some((phrase) => WORDS_OF[status].test(phrase) && !NOT.test(phrase)),
  )
  return { shows, ...(key && { key }), ...(whose && { whose }), ...(room && { room }) }
}

function keyIn(phrase: string): StatesTold['key'] {
  if (REVOKED.test(phrase)) return NOT.test(phrase) ? 'good' : 'revoked'
  if (A_KEY.test(phrase) && OF_ANOTHER.test(phrase)) return 'good'
  if (A_KEY.test(phrase) && NEVER_ISSUED.test(phrase)) return 'never issued'
  return GOOD_KEY.test(phrase) && !NOT.test(phrase) ? 'good' : undefined
}

/** Whether a description names another account or an unknown job; used if no provider state decides. */
export function whoseIn(phrase: string): StatesTold['whose'] {
  if (OF_ANOTHER.test(phrase) && !OF_THE_SAME.test(phrase)) return 'another account'
  if (UNKNOWN_JOB.test(phrase)) return 'nobody'
  return IS_THERE.test(phrase) ? 'own' : undefined
}

function roomIn(phrase: string): StatesTold['room'] {
  if (NO_ROOM.test(phrase)) return 'none'
  return SOME_ROOM.test(phrase) ? 'some' : undefined
}
