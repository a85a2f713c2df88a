import type { Passage } from '../../../engine/judge/clients/passage.ts'

const known = new WeakMap<Passage, Passage>()

/** Of a day's traffic, judges keep no more than they look at: of a request what it asks for, and when. */
export function withoutTheRest(passage: Passage): Passage {
  const bare = known.get(passage) ?? bared(passage)
  known.set(passage, bare)
  return bare
}

function bared(passage: Passage): Passage {
  const { answer: _, request, ...rest } = passage.exchange
  const { method, path, body } = request
  const bare = { method, path, headers: [], ...(body !== undefined && { body }) }
  return { ...passage, exchange: { ...rest, request: bare } as Passage['exchange'] }
}
