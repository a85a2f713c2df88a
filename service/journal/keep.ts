import type { Answer, Caller, Incoming, World } from '../interface/world.ts'
import type { Present } from '../present.ts'
import { contentOfAnswer, contentOfRequest } from './content.ts'
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
    keep(heard: Heard, sent?: Sent): void {
      const ms = Math.round((performance.now() - heard.startedAt) * 10) / 10
      let entry: JournalEntry | undefined
      const { caller } = heard.present
      journal.write({
        n: heard.n,
        entry: () => {
          entry ??= { ...told(heard, sent), ms, account: caller?.account ?? null, key: keyOf(caller, world) }
          return entry
        },
      })
    },
  }
}

function keyOf(caller: Caller | undefined, { store }: World): JournalEntry['key'] {
  return caller ? { id: caller.keyId, label: store.keys.get(caller.keyId)?.label ?? '' } : null
}

function told({ n, at, incoming, present, played }: Heard, sent: Sent | undefined) {
  const { method, url, rawHeaders, body, bodyTooLarge } = incoming
  return {
    n,
    at,
    job: present.job ?? null,
    played,
    request: {
      method,
      url: masked(url),
      headers: maskedHeaders(rawHeaders),
      body: contentOfRequest(body, bodyTooLarge),
    },
    answer: sent ? answerTold(sent) : null,
  }
}

function answerTold({ answer, streamed, isCut }: Sent): JournalEntry['answer'] {
  if (isCut && !answer.stream) return null
  const body = contentOfAnswer(answer, streamed)
  return { status: answer.status, headers: answerHeaders(answer), body: { ...body, isWhole: body.isWhole && !isCut } }
}

function answerHeaders({ headers }: Answer): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, masked(String(each))]),
  )
}
