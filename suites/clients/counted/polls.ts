import { recordOf } from '../../../engine/history/reading/reading.ts'
import { isAtTheInterface, isPoll, isTakenOn, type Passage } from '../../../engine/judge/clients/passage.ts'
import { FINAL_STATUSES, type Status } from '../../../spec/words.ts'
import { withoutTheRest } from './without-the-rest.ts'

type Final = (typeof FINAL_STATUSES)[number]

/** A poll and what its response told the client. */
export type Poll = {
  passage: Passage
  client: string
  id: string
  status: Status | undefined
  final: Final | undefined
}

const isFinal = (status: unknown): status is Final => (FINAL_STATUSES as readonly unknown[]).includes(status)

/** Several judges look at the same polls. */
const known = new WeakMap<Passage, Poll | undefined>()

/** Undefined if it is not a poll, or its job is unknown. */
export function pollIn(passage: Passage): Poll | undefined {
  if (!known.has(passage)) known.set(passage, read(passage))
  return known.get(passage)
}

function read(passage: Passage): Poll | undefined {
  const { client, asked } = passage
  if (!isAtTheInterface(passage) || !isPoll(passage) || client === undefined || asked?.id === undefined)
    return undefined
  const { status } = isTakenOn(passage) ? (recordOf(passage.exchange) ?? {}) : {}
  return {
    passage: withoutTheRest(passage),
    client,
    id: asked.id,
    status: typeof status === 'string' ? (status as Status) : undefined,
    final: isFinal(status) ? status : undefined,
  }
}

/** The polls of each job by each client, in the order in which they arrived. */
export function byJob(polls: readonly Poll[]): Poll[][] {
  const groups = Map.groupBy(polls, ({ client, id }) => `${client}\n${id}`)
  return [...groups.values()].map((own) => own.toSorted((one, other) => one.passage.at - other.passage.at))
}
