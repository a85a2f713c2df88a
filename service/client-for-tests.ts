import { gunzipSync } from 'node:zlib'
import { request } from 'undici'
import type { KeyName } from './interface/world.ts'
import { type RunningService, type ServiceOptions, startService } from './start.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of responses
type Json = any
export type Response = { status: number; headers: Record<string, unknown>; text: string; json: Json }
type Options = { method?: string; headers?: Record<string, string | string[]>; body?: string | Buffer }

/** A running service and clients for each of its keys. */
export async function serviceWithClient(options: ServiceOptions) {
  const service = await startService(options)
  return { service, ...clientOf(service), [Symbol.asyncDispose]: () => service.close() }
}

export function clientOf(service: Pick<RunningService, 'baseUrl' | 'keys'>) {
  const send = (path: string, options: Options = {}) => sendTo(service.baseUrl + path, options)
  const as = (key: KeyName, path: string, { headers, ...options }: Options = {}) =>
    send(path, { ...options, headers: { authorization: `Bearer ${service.keys[key]}`, ...headers } })
  const alias = async (key: KeyName = 'own') => aliasIn((await as(key, '/models')).json)
  const submit = async (fields: object = {}, key: KeyName = 'own') => {
    const model = 'model' in fields ? fields.model : await alias(key)
    return as(key, '/videos', submission(JSON.stringify({ model, prompt: 'A lighthouse', ...fields })))
  }
  const submitted = async (fields: object = {}, key: KeyName = 'own') => pathOf((await submit(fields, key)).json)
  const pollToTheEnd = async (path: string): Promise<Json[]> => {
    const seen = [(await as('own', path)).json]
    while (seen.length < 50 && !/succeeded|failed/.test(seen.at(-1).status)) seen.push((await as('own', path)).json)
    return seen
  }
  return { send, as, alias, submit, submitted, pollToTheEnd }
}

export function submission(body: string | Buffer): Options {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body }
}

export async function sendTo(url: string, options: Options = {}): Promise<Response> {
  const { statusCode: status, headers, body } = await request(url, options as Parameters<typeof request>[1])
  const bytes = Buffer.from(await body.arrayBuffer())
  const text = String(headers['content-encoding'] === 'gzip' && bytes.length > 0 ? gunzipSync(bytes) : bytes)
  return { status, headers, text, json: /json\b/.test(String(headers['content-type'])) && text && JSON.parse(text) }
}

export function idIn(answer: Json): string {
  return String(answer.id ?? answer.result?.jobId ?? answer.data?.video_id ?? answer.job?.id)
}

export function codeIn(error: Json): string {
  return error.code ?? error.error?.code ?? error.errors?.[0].code
}

function pathOf(answer: unknown): string {
  return `/videos/${encodeURIComponent(idIn(answer))}`
}

function aliasIn(models: Json): string {
  const listed = models.models?.[0].alias ?? models.data?.[0].id
  return listed ?? (Array.isArray(models) ? models[0] : Object.keys(models)[0])
}
