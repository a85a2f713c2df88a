import type { ClauseId } from '../../../spec/clauses.ts'
import { printable, shortened } from '../../history/reading/words.ts'

/** A violation by a client. */
export type ClientFact =
  | { kind: 'authorization'; is: 'missing' | 'several' | 'another scheme' | 'no key' | 'a key that it was not given' }
  | { kind: 'key out of place'; where: 'path' | 'query' | 'body' | 'cookie' | 'header'; header?: string }
  | { kind: 'key at another origin'; origin: string }
  | { kind: 'sent by a page'; sign: 'Origin' | 'Sec-Fetch-Site' | 'preflight'; value: string }
  | { kind: 'version'; is: 'doubled' | 'left out'; path: string }
  | { kind: 'path'; path: string; is: 'a second /videos' | 'two slashes' }
  | { kind: 'body'; breaks: ClauseId; field?: string; told: string }
  /** `lateMs`: possible delay of the recorder. */
  | {
      kind: 'pause'
      before: 'poll' | 'poll after 429' | 'submission after 429'
      askedMs: number
      cameMs: number
      lateMs: number
    }
  | { kind: 'poll after the end'; status: 'succeeded' | 'failed'; afterMs: number }
  | { kind: 'another id'; given: string; polled: string }
  | { kind: 'an id that nobody gave'; polled: string }
  | { kind: 'id not encoded'; id: string; path: string }
  | { kind: 'slow polls'; medianMs: number; pauses: number }
  | { kind: 'gave up after a 429'; tries: number; askedMs: number; of: 'submission' | 'poll' }
  | { kind: 'refusal repeated'; status: number; method: string; path: string; afterMs: number }
  | { kind: 'burst'; submissions: number; withinMs: number }
  | { kind: 'stopped'; by: 'an id' | 'what was not promised' | 'no more than was promised'; end: ClientEnd }
  | { kind: 'failed job kept quiet'; end: ClientEnd; saidIt: boolean; downloaded: boolean }
  | { kind: 'ended well without a video'; saw: 'nothing' | 'no final state' | 'a failed job' | 'a cut download' }
  | { kind: 'other url'; given: string; fetched: string }
  | { kind: 'key with the video' }
  | { kind: 'url expired'; afterMs: number; livedMs: number }

/** How a client ended. */
export type ClientEnd = { exit: number } | { signal: string } | { timedOut: true }

const LONGEST = 120

type Words = { expected: string; received: string }

/** Renders a violation. */
export function inWords(fact: ClientFact): Words {
  return (WORDS[fact.kind] as (fact: ClientFact) => Words)(fact)
}

const AUTHORIZATION: Record<Extract<ClientFact, { kind: 'authorization' }>['is'], string> = {
  missing: 'a request without an Authorization header',
  several: 'a request with several Authorization headers',
  'another scheme': 'an Authorization header with a scheme other than Bearer',
  'no key': 'an Authorization header without a key after Bearer',
  'a key that it was not given': 'an Authorization header with another key than the one given to the client',
}

const WORDS: { [Kind in ClientFact['kind']]: (fact: Extract<ClientFact, { kind: Kind }>) => Words } = {
  authorization: ({ is }) => ({
    expected: 'exactly one "Authorization: Bearer" header with the key given to the client',
    received: AUTHORIZATION[is],
  }),
  'key out of place': ({ where, header }) => ({
    expected: 'the key only in the Authorization header',
    received: where === 'header' ? `the key in the header ${quoted(header ?? '')}` : `the key in the ${where}`,
  }),
  'key at another origin': ({ origin }) => ({
    expected: 'the key only in requests to the origin of the base URL',
    received: `the key in a request to ${shown(origin)}`,
  }),
  'sent by a page': ({ sign, value }) => ({
    expected: 'a request from a server, not from a page in a browser',
    received:
      sign === 'preflight' ? 'a CORS preflight, which only browsers send' : `a request with ${sign}: ${shown(value)}`,
  }),
  version: ({ is, path }) => ({
    expected: 'a path with the version once',
    received: `${shown(path)}, with the version ${is}`,
  }),
  path: ({ is, path }) => ({
    expected: 'the base URL followed by the path of an endpoint',
    received: `${shown(path)}, with ${is}`,
  }),
  body: ({ told }) => ({
    expected: 'a valid submission',
    received: `a submission where ${shown(told)}`,
  }),
  pause: ({ before, askedMs, cameMs, lateMs }) => ({
    expected: `${PAUSED[before]} no sooner than ${seconds(askedMs)} after the previous one`,
    received: `the next ${before === 'submission after 429' ? 'submission' : 'poll'} ${seconds(cameMs)} after it${lateMs > 0 ? ` (the recorder was late by ${seconds(lateMs)} at most)` : ''}`,
  }),
  'poll after the end': ({ status, afterMs }) => ({
    expected: `no further poll once the job was shown as ${status}`,
    received: `another poll ${seconds(afterMs)} after that response`,
  }),
  'another id': ({ given, polled }) => ({
    expected: `polls of ${quoted(given)}, the id in the response to the submission`,
    received: `a poll of ${quoted(polled)}`,
  }),
  'an id that nobody gave': ({ polled }) => ({
    expected: 'polls only of ids from responses to submissions',
    received: `a poll of ${quoted(polled)}, which was in no response`,
  }),
  'id not encoded': ({ id, path }) => ({
    expected: `the id ${quoted(id)} percent-encoded in the path`,
    received: `a request to ${shown(path)}, which is a different path`,
  }),
  'slow polls': ({ medianMs, pauses }) => ({
    expected: 'a poll every 3 to 5 seconds',
    received: `a median of ${seconds(medianMs)} between a response and the next poll (${pauses} pauses)`,
  }),
  'gave up after a 429': ({ tries, askedMs, of }) => ({
    expected: `the ${of} again after the ${seconds(askedMs)} that the 429 requested`,
    received: `no further ${of} after ${tries === 1 ? 'one 429' : `${tries} of them`}`,
  }),
  'refusal repeated': ({ status, method, path, afterMs }) => ({
    expected: `no repetition of the same ${method} ${shown(path)} after ${status}`,
    received: `the same request again ${seconds(afterMs)} later`,
  }),
  burst: ({ submissions, withinMs }) => ({
    expected: 'GET /capacity before more than five submissions within five seconds',
    received: `${submissions} submissions within ${seconds(withinMs)} without GET /capacity before them`,
  }),
  stopped: ({ by, end }) => ({ expected: STOPPED_BY[by], received: `the client ended ${ended(end)}` }),
  'failed job kept quiet': ({ end, saidIt, downloaded }) => ({
    expected: 'a failure that shows the code or the message of the error',
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
    expected: 'the video fetched without the key',
    received: 'the key in the request for the video',
  }),
  'url expired': ({ afterMs, livedMs }) => ({
    expected: `the video fetched while its url works (${seconds(livedMs)})`,
    received: `the first request ${seconds(afterMs)} after the url was shown`,
  }),
}

export const FACT_KINDS = Object.keys(WORDS) as ClientFact['kind'][]

const PAUSED = {
  poll: 'a poll',
  'poll after 429': 'the same poll after a 429',
  'submission after 429': 'a submission after a 429',
}

const STOPPED_BY: Record<Extract<ClientFact, { kind: 'stopped' }>['by'], string> = {
  'an id': 'a video for every form of job id',
  'what was not promised': 'a video, although responses contain unspecified fields, states or nulls',
  'no more than was promised': 'a video, although responses contain only what the specification requires',
}

const SAW: Record<Extract<ClientFact, { kind: 'ended well without a video' }>['saw'], string> = {
  nothing: 'no job at all',
  'no final state': 'no response that showed a final status',
  'a failed job': 'its job had failed',
  'a cut download': 'a truncated download that was not repeated',
}

function ended(end: ClientEnd): string {
  if ('exit' in end) return `with exit code ${end.exit}`
  return 'signal' in end ? `by ${end.signal}` : 'only at the timeout'
}

function seconds(ms: number): string {
  const rounded = ms < 10_000 ? Math.round(ms / 10) / 100 : Math.round(ms / 100) / 10
  return `${rounded} s`
}

const shown = (text: string) => shortened(printable(text), LONGEST)
const quoted = (text: string) => JSON.stringify(shown(text))
