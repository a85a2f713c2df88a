import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { LIMITS } from '../../engine/config/limits.ts'
import { decodeBody } from '../../engine/http/answers/decode.ts'

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

/** Node's http module accepts every valid response; fetch fails on an unrequested 100. */
export async function plainly(url: string, headers: Record<string, string>, body?: string): Promise<Answer> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    request(url, { method, headers }, resolve).on('error', reject).end(body)
  })
  const { 'content-type': type = '', 'content-encoding': encoding = '' } = answer.headers
  const { text } = await decodeBody(await buffer(answer), type, encoding, { most: LIMITS.bodyBytes })
  return { status: answer.statusCode ?? 0, headers: answer.headers, text }
}
