import type { Answer, Caller, Incoming, World } from '../interface/world.ts'
import type { Present } from '../present.ts'
import { contentOfAnswer, contentOfRequest, MOST_BYTES } from './content.ts'
import type { JournalEntry } from './entry.ts'
import type { WritableJournal } from './journal.ts'
import { masked, maskedHeaders } from './masked.ts'

type Sent = { answer: Answer; streamed: number; isCut: boolean }
/** No more of a request than is told of it: ten thousand of them are held. */
type Kept = Pick<Incoming, 'method' | 'url' | 'rawHeaders' | 'body' | 'bodyTooLarge'>
type Heard = { incoming: Kept; at: number; startedAt: number; n: number; present: Present; played: string[] }

/** Writes one request down: once its answer has gone out, or once it is clear that none will. */
export function keeper(journal: WritableJournal, world: World) {
  return {
    hear: (incoming: Incoming, present: Present, played: string[]): Heard => {
      const n = journal.nextNumber()
      const { method, url, rawHeaders, body, bodyTooLarge } = incoming
      const kept = { method, url, rawHeaders, body, bodyTooLarge }
      return { incoming: kept, at: world.time.now(), startedAt: performance.now(), n, present, played }
    },
    keep({ incoming, at, startedAt, n, present, played }: Heard, sent?: Sent): void {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10
      const { caller, job = null } = present
      const told = { n, at, ms, account: caller?.account ?? null, job, played }
      const request = requestToTell(incoming)
      const answer = sent && answerToTell(sent)
      journal.write({
        n,
        entry: onceMade(() => ({ ...told, key: keyOf(caller, world), request: request(), answer: answer?.() ?? null })),
      })
    },
  }
}

/** What it is made of is let go then. */
function onceMade<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined
  let making: (() => Made) | undefined = make
  return () => {
    made ??= { value: making!() }
    making = undefined
    return made.value
  }
}

function keyOf(caller: Caller | undefined, { store }: World): JournalEntry['key'] {
  return caller ? { id: caller.keyId, label: store.keys.get(caller.keyId)?.label ?? '' } : null
}

/** Nothing of the connection is held on to, and of a large body no more than will be told. */
function requestToTell({ method, url, rawHeaders, body, bodyTooLarge }: Kept): () => JournalEntry['request'] {
  const { length } = body
  const beginning = length > MOST_BYTES ? Buffer.from(body.subarray(0, MOST_BYTES)) : body
  return () => ({
    method,
    url: masked(url),
    headers: maskedHeaders(rawHeaders),
    body: contentOfRequest(beginning, length, bodyTooLarge),
  })
}

function answerToTell({ answer, streamed, isCut }: Sent): () => JournalEntry['answer'] {
  if (isCut && !answer.stream) return () => null
  const { status, headers } = answer
  const content = contentOfAnswer(answer, streamed)
  return () => {
    const body = content()
    return { status, headers: answerHeaders(headers), body: { ...body, isWhole: body.isWhole && !isCut } }
  }
}

function answerHeaders(headers: Answer['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, masked(String(each))]),
  )
}
