import type { ClauseId } from '../../../spec/clauses.ts'

/** What a client did, or left undone, as data. Sentences are made of it last. */
export type ClientFact =
  | { kind: 'authorization'; is: 'missing' | 'several' | 'another scheme' | 'no key' | 'a key that it was not given' }
  | { kind: 'key out of place'; where: 'path' | 'query' | 'body' | 'cookie' | 'header'; header?: string }
  | { kind: 'key at another origin'; origin: string }
  | { kind: 'sent by a page'; sign: 'Origin' | 'Sec-Fetch-Site' | 'preflight'; value: string }
  | { kind: 'version'; is: 'doubled' | 'left out'; path: string }
  | { kind: 'path'; path: string; is: 'a second /videos' | 'two slashes' }
  | { kind: 'body'; breaks: ClauseId; field?: string; told: string }
  /** `lateMs`: how late the recorder may have been itself. */
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

/** How a client came to its end: by itself, with a code; or not. */
export type ClientEnd = { exit: number } | { signal: string } | { timedOut: true }
