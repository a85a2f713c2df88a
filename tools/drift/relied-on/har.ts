import type { Target } from '../../../engine/config/target.ts'
import { fieldsSent, isRecord, parseJson, whyUnread } from '../../../engine/history/reading/reading.ts'
import { endpointOf } from '../../../engine/http/requests.ts'
import { type HarTraffic, NoHar, readHar } from '../../../engine/judge/observed/har.ts'
import { UnfitTraffic } from '../../../engine/judge/observed/observed-keys.ts'
import { partsOf, type Seen } from '../../../engine/judge/observed/seen.ts'
import { type Traffic, targetIn, trafficTo } from '../../../engine/judge/observed/traffic.ts'
import { pathShown } from '../../../engine/pact/file/asked-path.ts'
import { STATUSES } from '../../../spec/words.ts'
import { headersThatMatter } from '../habits/headers.ts'
import { type ClientFile, gathered, type Interaction, type LeftOut, NoClientFile } from './interaction.ts'
import { EVERYTHING, NOTHING, type Reads, readsOf, statusIn } from './reads.ts'

/** Tests of a client may start one server per test. */
export const MOST_SERVERS = 500

type Exchange = Traffic['exchanges'][number]

/** All requests of a client's tests and all fields of the responses; which of them it reads is unknown. */
export function readClientHar(content: string, name: string): ClientFile {
  const har = harIn(content, name)
  const leftOut: LeftOut[] = [...har.leftOut].map(([why, times]) => ({ file: name, why, times }))
  const interactions = new Map<string, Interaction>()
  let rest = har.seen
  for (let servers = 0; servers < MOST_SERVERS; servers++) {
    const target = targetIn({ ...har, seen: rest })
    if (!target) break
    const own = rest.filter((each) => isTo(each, target))
    rest = rest.filter((each) => !isTo(each, target))
    for (const exchange of exchangesTo(target, { ...har, seen: own, leftOut: new Map() }, name)) {
      const read = interactionIn(exchange, target)
      if (read) interactions.set(JSON.stringify(read), read)
      else
        leftOut.push({
          file: name,
          ...NO_ENDPOINT,
          what: `${exchange.request.method} ${pathShown(exchange.request.path)}`,
          times: 1,
        })
    }
  }
  if (rest.length > 0) leftOut.push({ file: name, why: 'to another address', times: rest.length })
  if (interactions.size === 0)
    throw new NoClientFile(
      `${name} is a HAR file, but has no request to an endpoint of the interface at a base URL that ends in /v1`,
    )
  return { name, kind: 'HAR', interactions: [...interactions.values()], leftOut: gathered(leftOut) }
}

const NO_ENDPOINT = { why: 'not an endpoint of the interface' }

function harIn(content: string, name: string): HarTraffic {
  try {
    return readHar(content)
  } catch (error) {
    if (error instanceof NoHar) throw new NoClientFile(`${name} ${error.message}`)
    throw error
  }
}

function isTo({ url }: Seen, target: Target): boolean {
  const parts = partsOf(url)
  return parts?.origin === target.origin && parts.path.startsWith(`${target.basePath}/`)
}

/** With placeholders for keys. */
function exchangesTo(target: Target, har: HarTraffic, name: string): readonly Exchange[] {
  try {
    return trafficTo(target, har).exchanges
  } catch (error) {
    if (error instanceof UnfitTraffic) throw new NoClientFile(`${name} cannot be read: ${error.message}`)
    throw error
  }
}

function interactionIn({ request, answer }: Exchange, target: Target): Interaction | undefined {
  const endpoint = endpointOf(request, target)
  if (!endpoint) return undefined
  const model = endpoint === 'POST /videos' ? modelIn(request) : undefined
  const asked = { endpoint, ...(model !== undefined && { model }) }
  if (!answer) return { ...asked, statuses: [], body: NOTHING, headers: [] }
  const { status } = answer
  const isUnread = whyUnread({ answer }) !== undefined
  const value = isUnread ? undefined : parseJson(answer.body)?.value
  const state = endpoint === 'GET /videos/{id}' && status < 300 ? statusIn(value) : undefined
  return {
    ...asked,
    statuses: [{ least: status, most: status }],
    ...((STATUSES as readonly (string | undefined)[]).includes(state) && { states: [state!] }),
    body: isUnread ? EVERYTHING : readsIn(answer, value),
    headers: [...new Set(headersThatMatter(answer.headers).map(({ name }) => name))],
  }
}

function readsIn({ body }: NonNullable<Exchange['answer']>, value: unknown): Reads {
  if (value !== undefined) return readsOf(value)
  return body === '' ? NOTHING : EVERYTHING
}

function modelIn(request: Exchange['request']): NonNullable<Interaction['model']> {
  const { model } = fieldsSent(request)
  if (typeof model === 'string') return { named: model }
  return request.body !== undefined && isRecord(parseJson(request.body)?.value) ? 'not named' : 'unknown'
}
