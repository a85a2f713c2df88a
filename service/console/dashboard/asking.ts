import type { Hands, OwnRequest } from '../../control/hands.ts'
import type { Answer, Caller } from '../../interface/world.ts'
import { contentOfAnswer, textOf } from '../../journal/content.ts'
import { dropStream } from '../../stream-answer.ts'

/** A scenario may never answer. */
const PATIENCE_MS = 60_000

/** What a client would see. `json`: set if the body is JSON. */
export type Seen = {
  status: number | null
  ms: number
  retryAfter: string | null
  text: string
  json?: unknown
}

/**
 * One request as the owner of a key. Keys are masked in the copy for the page; the unmasked response is for the server
 * only, since an id may look like a key.
 */
export async function askedBy(
  hands: Hands,
  caller: Caller,
  request: OwnRequest,
): Promise<{ seen: Seen; said?: unknown }> {
  const startedAt = performance.now()
  const answer = await answered(hands.ask(caller, request))
  const ms = Math.round(performance.now() - startedAt)
  if (typeof answer === 'string') return { seen: { status: null, ms, retryAfter: null, text: answer } }
  const text = contentOfAnswer(answer, 0)().text ?? ''
  const said = parsed(textOf(answer)?.() ?? '').json
  dropStream(answer)
  const retryAfter = Object.entries(answer.headers).find(([name]) => name.toLowerCase() === 'retry-after')?.[1]
  const seen = { status: answer.status, ms, retryAfter: retryAfter ? String(retryAfter) : null, text, ...parsed(text) }
  return { seen, said }
}

/** The response, or why there is none. */
async function answered(asked: Promise<Answer>): Promise<Answer | string> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`No response within ${PATIENCE_MS / 1000} seconds.`), PATIENCE_MS)
  })
  const lost = 'The connection was closed without a response.'
  const answer = await Promise.race([asked.catch(() => lost), tooLong])
  clearTimeout(timer)
  return answer
}

function parsed(text: string): { json?: unknown } {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return {}
  }
}
