import { printable, shortened } from '../../history/reading/words.ts'
import type { ClientEnd, ClientFact } from './facts.ts'

const LONGEST = 120

export type Words = { expected: string; received: string }

/** Facts about a client in the words of its report. */
export function inWords(fact: ClientFact): Words {
  return (WORDS[fact.kind] as (fact: ClientFact) => Words)(fact)
}

const AUTHORIZATION: Record<Extract<ClientFact, { kind: 'authorization' }>['is'], string> = {
  missing: 'a request without an Authorization header',
  several: 'a request with several Authorization headers',
  'another scheme': 'an Authorization header of another scheme than Bearer',
  'no key': 'an Authorization header with something behind Bearer that is no key',
  'a key that it was not given': 'an Authorization header with a key that the client was not given',
}

const WORDS: { [Kind in ClientFact['kind']]: (fact: Extract<ClientFact, { kind: Kind }>) => Words } = {
  authorization: ({ is }) => ({
    expected: 'exactly one header "Authorization: Bearer" with the key that the client was given',
    received: AUTHORIZATION[is],
  }),
  'key out of place': ({ where, header }) => ({
    expected: 'the key in the Authorization header alone',
    received: where === 'header' ? `the key in the header ${quoted(header ?? '')}` : `the key in the ${where}`,
  }),
  'key at another origin': ({ origin }) => ({
    expected: 'the key at the origin of the base URL alone',
    received: `the key in a request to ${shown(origin)}`,
  }),
  'sent by a page': ({ sign, value }) => ({
    expected: 'a request that a server sends, and no page in a browser',
    received: sign === 'preflight' ? 'a preflight, as browsers send it' : `a request with ${sign}: ${shown(value)}`,
  }),
  version: ({ is, path }) => ({
    expected: 'a path with the version in it once',
    received: `${shown(path)}, with the version ${is}`,
  }),
  path: ({ is, path }) => ({
    expected: 'the path of an endpoint appended to the base URL as it is',
    received: `${shown(path)}, with ${is} in it`,
  }),
  body: ({ told }) => ({
    expected: 'a submission that the specification allows',
    received: `a submission where ${shown(told)}`,
  }),
  pause: ({ before, askedMs, cameMs, lateMs }) => ({
    expected: `${PAUSED[before]} no sooner than ${seconds(askedMs)} after the one before`,
    received: `the next ${before === 'submission after 429' ? 'submission' : 'poll'} ${seconds(cameMs)} after it${lateMs > 0 ? ` (the recorder was late by ${seconds(lateMs)} at most)` : ''}`,
  }),
  'poll after the end': ({ status, afterMs }) => ({
    expected: `no poll of a job that was seen ${status}`,
    received: `another poll ${seconds(afterMs)} after that answer`,
  }),
  'another id': ({ given, polled }) => ({
    expected: `polls of ${quoted(given)}, the id that the submission was answered with`,
    received: `a poll of ${quoted(polled)}`,
  }),
  'an id that nobody gave': ({ polled }) => ({
    expected: 'polls of an id that a submission was answered with, and none where that answer was lost',
    received: `a poll of ${quoted(polled)}, which stood in no answer`,
  }),
  'id not encoded': ({ id, path }) => ({
    expected: `the id ${quoted(id)} percent-encoded in the path`,
    received: `a request to ${shown(path)}, which leads elsewhere`,
  }),
  'slow polls': ({ medianMs, pauses }) => ({
    expected: 'a poll every 3 to 5 seconds',
    received: `${seconds(medianMs)} between an answer and the next poll, as the median of ${pauses} pauses`,
  }),
  'gave up after a 429': ({ tries, askedMs, of }) => ({
    expected: `the ${of} again after the ${seconds(askedMs)} that the 429 asked for`,
    received: `no further ${of} after ${tries === 1 ? 'one 429' : `${tries} of them`}`,
  }),
  'refusal repeated': ({ status, method, path, afterMs }) => ({
    expected: `${method} ${shown(path)} no more as it was, once it was refused with ${status}`,
    received: `the same request again ${seconds(afterMs)} later`,
  }),
  burst: ({ submissions, withinMs }) => ({
    expected: 'GET /capacity before more than five submissions within five seconds',
    received: `${submissions} submissions within ${seconds(withinMs)}, and no GET /capacity before them`,
  }),
  stopped: ({ by, end }) => ({ expected: `a video in spite of ${by}`, received: `the client ended ${ended(end)}` }),
  'failed job kept quiet': ({ end, saidIt, downloaded }) => ({
    expected: 'an end with a failure that shows the code or the message of the error',
    received: downloaded
      ? 'a download after the job had failed'
      : `the client ended ${ended(end)}${saidIt ? '' : ' and showed neither'}`,
  }),
  'ended well without a video': ({ saw }) => ({
    expected: 'exit code 0 only with a video, or its url',
    received: `exit code 0 after ${SAW[saw]}`,
  }),
  'other url': ({ given, fetched }) => ({
    expected: `a request for ${shown(given)}`,
    received: `a request for ${shown(fetched)}`,
  }),
  'key with the video': () => ({
    expected: 'a request for the video without the key',
    received: 'the key in the request for the video',
  }),
  'url expired': ({ afterMs, livedMs }) => ({
    expected: `a request for the video within the ${seconds(livedMs)} for which its url works`,
    received: `the first one ${seconds(afterMs)} after the url was shown`,
  }),
}

/** All kinds of facts. */
export const FACT_KINDS = Object.keys(WORDS) as ClientFact['kind'][]

const PAUSED = {
  poll: 'a poll',
  'poll after 429': 'a poll that was refused with 429 again',
  'submission after 429': 'after a 429 a submission',
}

const SAW: Record<Extract<ClientFact, { kind: 'ended well without a video' }>['saw'], string> = {
  nothing: 'no job at all',
  'no final state': 'no answer that showed its job final',
  'a failed job': 'its job had failed',
  'a cut download': 'a download that was cut short and not made again',
}

function ended(end: ClientEnd): string {
  if ('exit' in end) return `with exit code ${end.exit}`
  return 'signal' in end ? `by ${end.signal}` : 'only when its time was over'
}

/** Milliseconds as people read them. */
function seconds(ms: number): string {
  const rounded = ms < 10_000 ? Math.round(ms / 10) / 100 : Math.round(ms / 100) / 10
  return `${rounded} s`
}

const shown = (text: string) => shortened(printable(text), LONGEST)
const quoted = (text: string) => JSON.stringify(shown(text))
