import { at } from '../json-pointer.ts'
import type { Target } from '../rival.ts'

const MOST_POLLS = 100
const READS_AFTER_THE_END = 2
const READINGS = ['/models', '/usage', '/capacity', '/billing/balance']
const UNKNOWN_ID = 'b7d1c2f0-0000-4000-8000-000000000000'

export type Visit = { operation: string; answer: Response; text: string }

/** One round of everything that an ordinary client does, with a few typical mistakes. */
export async function* clientJourney(baseUrl: string, target: Target): AsyncGenerator<Visit> {
  const { keys, facts, imageUrl, failingPrompt } = target
  const [model, otherModel = model] = facts.aliases
  const ask = async (operation: string, path: string, key: string | undefined, body?: unknown): Promise<Visit> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      headers: { ...(key && { authorization: `Bearer ${key}` }), 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(5000),
    })
    return { operation, answer, text: await answer.text() }
  }
  const read = (path: string, key: string | undefined) => ask(`GET ${path}`, path, key)
  const poll = (id: string, key: string | undefined) =>
    ask('GET /videos/{id}', `/videos/${encodeURIComponent(id)}`, key)
  const submit = (body: unknown, key: string | undefined) => ask('POST /videos', '/videos', key, body)

  const keysToTry = [keys.A, keys.A2, keys.B, undefined, `${keys.A}x`, keys.R]
  for (const path of READINGS) for (const key of keysToTry) yield await read(path, key)

  const plainest = { model, prompt: 'A lighthouse in fog' }
  for (const key of keysToTry.slice(3)) yield await submit(plainest, key)
  // No malformed JSON: Prism 5.16 never answers it.
  for (const body of [{}, [plainest], { ...plainest, duration: 61 }, { ...plainest, model: 'none' }]) {
    yield await submit(body, keys.A)
  }

  const everything = { resolution: '4k', duration: 12.5, fps: 60, ratio: '9:16', bit_depth: 10 }
  const films = [
    plainest,
    plainest,
    { ...plainest, model: otherModel, ...everything },
    ...(imageUrl ? [{ model, image_url: imageUrl }] : []),
    ...(failingPrompt ? [{ model, prompt: failingPrompt }] : []),
  ]
  for (const film of films) {
    const submission = await submit(film, keys.A)
    yield submission
    const id = idIn(submission.text, facts.idPointer)
    if (id === undefined) continue
    for (const key of keysToTry.slice(2)) yield await poll(id, key)
    let readsOfTheEnd = 0
    for (let polls = 0; polls < MOST_POLLS && readsOfTheEnd <= READS_AFTER_THE_END; polls++) {
      const visit = await poll(id, keys.A)
      yield visit
      if (!visit.answer.ok || /"(succeeded|failed)"/.test(visit.text)) readsOfTheEnd++
    }
    for (const key of keysToTry.slice(1)) yield await poll(id, key)
    yield await poll(`${id}0`, keys.A)
  }
  yield await poll(UNKNOWN_ID, keys.A)
  for (const path of READINGS) yield await read(path, keys.A)
}

function idIn(text: string, pointer: string | undefined): string | undefined {
  if (pointer === undefined) return undefined
  try {
    const id = at(JSON.parse(text), pointer)
    return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
  } catch {
    return undefined
  }
}
