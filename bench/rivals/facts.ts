import { setTimeout as sleep } from 'node:timers/promises'
import type { Provision } from '../../engine/run/provision.ts'
import { placesIn } from './json-pointer.ts'
import { type Answer, plainly } from './plain-client.ts'
import type { Facts } from './rival.ts'

const MOST_POLLS = 100
const MOST_TRIES = 4

/** What a user of this server would know, from listing models and submitting a job. */
export async function factsAbout({ baseUrl, keys }: Provision): Promise<Facts> {
  const headers = { authorization: `Bearer ${keys.A}`, 'content-type': 'application/json' }
  const ask = (path: string, body?: string) => patiently(() => plainly(`${baseUrl}${path}`, headers, body))
  const submit = (body: unknown) => ask('/videos', JSON.stringify(body))
  const models = bodyOf(await ask('/models'))
  const aliases: string[] = []
  let idPointer: string | undefined
  for (const model of new Set(wordsIn(models))) {
    const answer = await submit({ model, prompt: 'A lighthouse in fog' })
    if (answer.status !== 202) continue
    aliases.push(model)
    for (const { pointer, value } of placesIn(bodyOf(answer))) {
      if (await ends(() => ask(`/videos/${encodeURIComponent(value)}`))) idPointer ??= pointer
    }
  }
  const badImage = await submit({ model: aliases[0], image_url: 'no address' })
  const judgesImagesLater = badImage.status === 202
  return { aliases, judgesImagesLater, ...(idPointer !== undefined && { idPointer }) }
}

/** Waits as Retry-After says. */
async function patiently(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await send()
    if (answer.status !== 429 || tries === MOST_TRIES) return answer
    await sleep(Number(answer.headers['retry-after'] ?? 0) * 1000)
  }
}

/** Polls a job to completion, so that it frees its capacity; false if there is no such job. */
async function ends(poll: () => Promise<Answer>): Promise<boolean> {
  for (let polls = 0; polls < MOST_POLLS; polls++) {
    const answer = await poll()
    const body = bodyOf(answer)
    if (answer.status !== 200) return false
    if (/"(succeeded|failed)"/.test(JSON.stringify(body))) return true
  }
  return true
}

function wordsIn(value: unknown): string[] {
  const keys = JSON.stringify(value ?? null).matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)
  return [
    ...placesIn(value).map((place) => place.value),
    ...[...keys].map(([, key]) => JSON.parse(`"${key}"`) as string),
  ]
}

function bodyOf({ text }: Answer): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
