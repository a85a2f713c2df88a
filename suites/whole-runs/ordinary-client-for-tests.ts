import { setTimeout as rest } from 'node:timers/promises'
import { aliasLists } from '../../runner/dialect/aliases.ts'
import { idAt, idCandidates } from '../../runner/dialect/job-id.ts'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { isRecord, parseJson } from '../../runner/history/reading/reading.ts'

/** An entry of a HAR as test runners write them. */
type Entry = { startedDateTime: string; time: number; request: object; response: object }
type Came = { status: number; text: string; json: unknown; location?: string }

/** What its developer has read in the documents of the service. */
export type Known = { alias: string; idWay: readonly string[] }

const MOST_POLLS = 60
/** From then on no answer is waited for that a later question's overtakes. */
const PATIENCE_MS = 2000
const AT_MOST_MS = 20_000
const MOST_TURNS = 3
const PROMPT = 'A lighthouse at dusk, waves rolling in'

/** A small client that knows the interface and nothing of conformance, while somebody records its traffic. */
export class OrdinaryClient {
  readonly #baseUrl: string
  readonly #key: string
  #entries: Entry[] = []

  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl
    this.#key = key
  }

  /** Nobody records how the service is found out. */
  async learn(): Promise<Known> {
    const { json } = await this.#ask('GET', '/models')
    const lists = aliasLists(json)
    for (const alias of [...lists.map(({ aliases }) => aliases[0]!), ...lists.flatMap(({ aliases }) => aliases)]) {
      const body = JSON.stringify({ model: alias, prompt: PROMPT, duration: 1 })
      const answer = await this.#askAsTold('POST', '/videos', body)
      if (answer.status < 200 || answer.status >= 300) continue
      for (const { way, text } of idCandidates(asSubmission(body, answer), 12)) {
        if ((await this.#read(text)).status !== 200) continue
        await this.#pollToTheEnd(text)
        this.#entries = []
        return { alias, idWay: way }
      }
    }
    throw new Error('the service takes nothing on')
  }

  /** As a client that waits a second, and asks again. */
  async #askAsTold(method: string, path: string, body: string): Promise<Came> {
    for (let turn = 0; ; turn++) {
      const answer = await this.#ask(method, path, body)
      if (answer.status !== 429 || turn === MOST_TURNS) return answer
      await rest(1000)
    }
  }

  /** Lists models, has two videos made, looks what they cost, and fetches them. */
  async session({ alias: model, idWay }: Known): Promise<this> {
    await this.#ask('GET', '/models')
    await this.#ask('GET', '/capacity')
    const jobs: string[] = []
    const usual = { model, prompt: PROMPT }
    for (const wish of [usual, { ...usual, resolution: '720p', duration: 2, fps: 30, ratio: '9:16', bit_depth: 8 }])
      jobs.push(...(await this.#submit(wish, idWay, jobs)))
    for (const id of jobs) await this.#pollToTheEnd(id)
    await this.#ask('GET', '/usage')
    await this.#ask('GET', '/billing/balance')
    // Addresses of results expire, so each is read again when it is wanted.
    for (const id of jobs) await this.#fetchResult(id)
    return this
  }

  har(): string {
    return JSON.stringify({
      log: { version: '1.2', creator: { name: 'recorder', version: '1' }, pages: [], entries: this.#entries },
    })
  }

  /** Where there is no room it waits as told, and meanwhile brings to their ends the jobs that take it up. */
  async #submit(wish: object, idWay: readonly string[], underWay: readonly string[]): Promise<string[]> {
    const body = JSON.stringify(wish)
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      const answer = await this.#ask('POST', '/videos', body)
      if (answer.status !== 429) return asList(idAt(answer.json, idWay))
      for (const id of underWay) await this.#pollToTheEnd(id)
      await rest(20)
    }
    return []
  }

  async #pollToTheEnd(id: string): Promise<void> {
    for (let polls = 0; polls < MOST_POLLS; polls++) {
      const { json } = await this.#read(id)
      if (isRecord(json) && ['succeeded', 'failed'].includes(String(json.status))) return
    }
  }

  async #fetchResult(id: string): Promise<void> {
    const { json } = await this.#read(id)
    if (!isRecord(json) || typeof json.url !== 'string' || !json.url.startsWith('http://127.0.0.1')) return
    await this.#record('GET', json.url, {})
  }

  #read(id: string): Promise<Came> {
    return this.#ask('GET', `/videos/${encodeURIComponent(id)}`)
  }

  #ask(method: string, path: string, body?: string): Promise<Came> {
    const headers = {
      authorization: `Bearer ${this.#key}`,
      accept: '*/*',
      'user-agent': 'studio/1.4',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    return this.#record(method, this.#baseUrl + path, headers, body)
  }

  async #record(method: string, url: string, headers: Record<string, string>, body?: string): Promise<Came> {
    // The clock of a recorder has milliseconds, and no client of a remote server is quicker.
    await rest(3)
    const startedDateTime = new Date().toISOString()
    const began = performance.now()
    const request = {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      ...(body !== undefined && { postData: { mimeType: 'application/json', text: body } }),
    }
    const took = () => performance.now() - began
    const waiting = this.#untilOvertaken()
    try {
      const answer = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: waiting.signal,
        ...(body !== undefined && { body }),
      })
      const text = await answer.text()
      const named = [...answer.headers].map(([name, value]) => ({ name, value }))
      const mimeType = answer.headers.get('content-type') ?? ''
      const content = { size: Buffer.byteLength(text), mimeType, text }
      this.#entries.push({
        startedDateTime,
        time: took(),
        request,
        response: { status: answer.status, statusText: '', headers: named, content },
      })
      const location = answer.headers.get('location') ?? undefined
      return { status: answer.status, text, json: parseJson(text)?.value, ...(location !== undefined && { location }) }
    } catch {
      this.#entries.push({ startedDateTime, time: took(), request, response: { status: 0, headers: [], content: {} } })
      return { status: 0, text: '', json: undefined }
    } finally {
      waiting.done()
    }
  }

  /** On a busy machine every answer takes long. One that is not coming is one that a later question's has overtaken. */
  #untilOvertaken(): { signal: AbortSignal; done: () => void } {
    const given = new AbortController()
    const most = AbortSignal.timeout(AT_MOST_MS)
    const signal = AbortSignal.any([most, given.signal])
    const overtake = async () => {
      const answer = await fetch(`${this.#baseUrl}/models`, { redirect: 'manual', signal }).catch(() => undefined)
      await answer?.text().catch(() => undefined)
      given.abort()
    }
    const timer = setTimeout(overtake, PATIENCE_MS)
    return { signal, done: () => clearTimeout(timer) }
  }
}

const asList = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value])

function asSubmission(body: string, { text, location }: Came): Exchange {
  const headers = location === undefined ? [] : [['Location', location] as const]
  return { request: { body }, answer: { body: text, headers } } as unknown as Exchange
}
