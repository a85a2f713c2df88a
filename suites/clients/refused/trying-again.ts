import { type ClientCheck, clientCheck } from '../../../engine/judge/clients/check.ts'
import type { ClientFact } from '../../../engine/judge/clients/facts.ts'
import { isAtTheInterface, isSubmission, type Passage } from '../../../engine/judge/clients/passage.ts'
import { notJudged } from '../../../engine/judge/clients/verdict.ts'
import { pollIn } from '../counted/polls.ts'
import { ClientTally } from '../counted/tally.ts'
import { askedToWaitMs } from '../counted/waits.ts'

/** Whoever was turned away so often may give up. */
export const MAY_GIVE_UP = 3

type Try = { passage: Pick<Passage, 'n' | 'at' | 'end' | 'status'>; askedMs: number | undefined }
type Of = Extract<ClientFact, { kind: 'gave up after a 429' }>['of']
/** All that a client tried of one thing: to submit, or to poll a job. */
type Tries = { client: string; of: Of; all: Try[] }

export const triesAgain: ClientCheck = clientCheck({
  clause: 'client.tries-again-after-waiting',
  begin: () => new Map<string, Tries>(),
  see(notes, passage, known) {
    const { n, at, end, status, client } = passage
    if (!isAtTheInterface(passage) || client === undefined) return
    const poll = pollIn(passage)
    if (!poll && !isSubmission(passage)) return
    const of: Of = poll ? 'poll' : 'submission'
    const what = JSON.stringify([client, of, poll?.id])
    const tries = notes.get(what) ?? { client, of, all: [] }
    tries.all.push({ passage: { n, at, end, status }, askedMs: askedToWaitMs(passage, known) })
    notes.set(what, tries)
  },
  conclude(notes, { options: { outcome }, events }) {
    const tally = new ClientTally()
    // What it asked for besides, it needed no more.
    const hasAVideo =
      outcome !== undefined && 'exit' in outcome.end && outcome.end.exit === 0 && events.has('a job that succeeded')
    let needless: number | undefined
    let undecided: number | undefined
    for (const { client, of, all } of notes.values()) {
      const own = all.toSorted((one, other) => one.passage.at - other.passage.at)
      const again = own.find(({ askedMs }, index) => askedMs !== undefined && index < own.length - 1)
      if (again) tally.tries(again.passage)
      const last = own.at(-1)!
      if (last.askedMs === undefined) continue
      const row = own.length - 1 - own.findLastIndex(({ passage }) => passage.status !== 429)
      if (row >= MAY_GIVE_UP) tally.tries(last.passage)
      // Who was stopped was perhaps still waiting.
      else if (hasAVideo) needless ??= last.passage.n
      else if (!outcome || !('exit' in outcome.end)) undecided ??= last.passage.n
      else {
        tally.tries(last.passage)
        tally.breaks({
          fact: { kind: 'gave up after a 429', tries: row, askedMs: last.askedMs, of },
          client,
          evidence: [last.passage.n],
          beside: last.passage.n,
        })
      }
    }
    if (tally.tried === 0 && undecided !== undefined)
      return notJudged({ kind: 'end unknown' }, 'the recording ended before it could try again', [undecided])
    if (tally.tried === 0 && needless !== undefined)
      return notJudged({ kind: 'not decided' }, 'it already had a video', [needless])
    return tally.verdict('no request was refused with Retry-After')
  },
})
