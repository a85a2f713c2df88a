import { setTimeout as rest } from 'node:timers/promises'
import { aliasLists } from '../../engine/discovery/dialect/aliases.ts'
import { idAt, idCandidates } from '../../engine/discovery/dialect/job-id.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isRecord, parseJson } from '../../engine/history/reading/reading.ts'

type Came = { status: number; text: string; json: unknown; location: string | null }

/** What the documentation of a service tells a client developer. */
export type Known = { alias: string; idWay: readonly string[] }

const MOST_POLLS = 60
const MOST_TURNS = 3
const AT_MOST_MS = 20_000
/** After this time, another request shows whether a response is still to come. */
const PATIENCE_MS = 2000
const PROMPT = 'A lighthouse at dusk, waves rolling in'
const NOTHING: Came = { status: 0, text: '', json: undefined, location: null }

const listed = (headers: Iterable<[string, string]>) => [...headers].map(([name, value]) => ({ name, value }))

/** A small client that knows nothing of conformance; its traffic is recorded as HAR. */
export class OrdinaryClient {
  readonly #baseUrl: string
  readonly #key: string
  #entries: object[] = []

  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl
    this.#key = key
  }

  /** Unrecorded discovery. */
  async learn(): Promise<Known> {
    const lists = aliasLists((await this.#ask('/models')).json)
    for (const alias of [...lists.map(({ aliases }) => aliases[0]!), ...lists.flatMap(({ aliases }) => aliases)]) {
      const body = JSON.stringify({ model: alias, prompt: PROMPT, duration: 1 })
      const { status, text, location } = await this.#submit(body, () => rest(1000))
      if (status < 200 || status >= 300) continue
      const headers = location === null ? [] : [['Location', location]]
      const submission = { request: { body }, answer: { body: text, headers } } as unknown as Exchange
      for (const { way, text: id } of idCandidates(submission, 12)) {
        if ((await this.#read(id)).status !== 200) continue
        await this.#pollToTheEnd(id)
        this.#entries = []
        return { alias, idWay: way }
      }
    }
    throw new Error('the service accepts no submission')
  }

  /** Lists models, has two videos made, reads the usage and fetches the videos. */
  async session({ alias: model, idWay }: Known): Promise<this> {
    for (const path of ['/models', '/capacity']) await this.#ask(path)
    const jobs: string[] = []
    const usual = { model, prompt: PROMPT }
    for (const wish of [usual, { ...usual, resolution: '720p', duration: 2, fps: 30, ratio: '9:16', bit_depth: 8 }]) {
      const { json } = await this.#submit(JSON.stringify(wish), async () => {
        for (const id of jobs) await this.#pollToTheEnd(id)
        await rest(20)
      })
      const id = idAt(json, idWay)
      if (id !== undefined) jobs.push(id)
    }
    for (const id of jobs) await this.#pollToTheEnd(id)
    for (const path of ['/usage', '/billing/balance']) await this.#ask(path)
    // URLs of results expire, so each is read again.
    for (const id of jobs) {
      const { json } = await this.#read(id)
      const url = isRecord(json) ? String(json.url) : ''
      if (url.startsWith('http://127.0.0.1')) await this.#record('GET', url, {})
    }
    return this
  }

  har(): string {
    const creator = { name: 'recorder', version: '1' }
    return JSON.stringify({ log: { version: '1.2', creator, pages: [], entries: this.#entries } })
  }

  async #submit(body: string, makeRoom: () => Promise<void>): Promise<Came> {
    for (let turn = 0; ; turn++) {
      const answer = await this.#ask('/videos', body)
      if (answer.status !== 429 || turn === MOST_TURNS) return answer
      await makeRoom()
    }
  }

  async #pollToTheEnd(id: string): Promise<void> {
    for (let polls = 0; polls < MOST_POLLS; polls++) {
      const { json } = await this.#read(id)
      if (isRecord(json) && ['succeeded', 'failed'].includes(String(json.status))) return
    }
  }

  #read(id: string): Promise<Came> {
    return this.#ask(`/videos/${encodeURIComponent(id)}`)
  }

  #ask(path: string, body?: string): Promise<Came> {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const headers = { authorization: `Bearer ${this.#key}`, accept: '*/*', 'user-agent': 'studio/1.4', ...type }
    return this.#record(body === undefined ? 'GET' : 'POST', this.#baseUrl + path, headers, body)
  }

  async #record(method: string, url: string, headers: Record<string, string>, body?: string): Promise<Came> {
    // A recorder's clock has milliseconds.
    await rest(3)
    const [startedDateTime, began] = [new Date().toISOString(), performance.now()]
    const posted = body === undefined ? {} : { postData: { mimeType: 'application/json', text: body } }
    const request = { method, url, httpVersion: 'HTTP/1.1', headers: listed(Object.entries(headers)), ...posted }
    const note = (response: object) =>
      this.#entries.push({ startedDateTime, time: performance.now() - began, request, response })
    const given = new AbortController()
    const signal = AbortSignal.any([AbortSignal.timeout(AT_MOST_MS), given.signal])
    const timer = setTimeout(() => this.#isSilent(signal).then(() => given.abort()), PATIENCE_MS)
    try {
      const answer = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal,
        ...(body !== undefined && { body }),
      })
      const text = await answer.text()
      const content = { size: Buffer.byteLength(text), mimeType: answer.headers.get('content-type') ?? '', text }
      note({ status: answer.status, statusText: '', headers: listed(answer.headers), content })
      return { status: answer.status, text, json: parseJson(text)?.value, location: answer.headers.get('location') }
    } catch {
      note({ status: 0, headers: [], content: {} })
      return NOTHING
    } finally {
      clearTimeout(timer)
    }
  }

  /** Resolves when a later request has its response: then the earlier one gets none. */
  async #isSilent(signal: AbortSignal): Promise<void> {
    const answer = await fetch(`${this.#baseUrl}/models`, { redirect: 'manual', signal }).catch(() => undefined)
    await answer?.text().catch(() => undefined)
  }
}
