import { isRecord } from '../../../engine/history/reading/reading.ts'
import { ENDPOINTS, type EndpointName } from '../../../spec/endpoints.ts'
import { VERSION_SEGMENT } from '../../../spec/words.ts'
import type { Document, Json } from './document.ts'

/** Limit, because every path is matched with every server. */
export const MOST_SERVERS = 20
export const LONGEST_SERVER_URL = 2000

export type Operation = {
  /** Of the path item and the operation, with references resolved. */
  parameters: Json[]
  operation: Json
}

export type Described = {
  /** Prefix of the endpoints' paths; undefined if no endpoint is described. */
  basePath?: string
  saysWhere: boolean
  operations: ReadonlyMap<EndpointName, Operation>
  /** Endpoints whose path has other methods only. */
  otherMethods: ReadonlyMap<EndpointName, string[]>
}

type Candidate = { prefix: string; path: string; method: string } & Operation

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** The operations of the endpoints, for any servers and parameter names. */
export function operationsIn(document: Document): Described {
  const candidates = [...candidatesIn(document)]
  const basePath = likeliest(candidates)
  const own = candidates.filter(({ prefix }) => prefix === basePath)
  const operations = new Map<EndpointName, Operation>()
  const otherMethods = new Map<EndpointName, string[]>()
  for (const { name, method, path } of ENDPOINTS) {
    const there = own.filter((each) => each.path === nameless(path))
    const found = there.find((each) => each.method === method.toLowerCase())
    if (found) operations.set(name, { operation: found.operation, parameters: found.parameters })
    else if (there.length > 0)
      otherMethods.set(name, [...new Set(there.map((each) => each.method.toUpperCase()))].sort())
  }
  const saysWhere = Array.isArray(document.root.servers) && document.root.servers.length > 0
  return { ...(basePath !== undefined && { basePath }), saysWhere, operations, otherMethods }
}

const nameless = (path: string) => path.replaceAll(/\{[^{}]*\}/g, '{}').replace(/(?<=[^/]|^\/)\/+$/, '')
const PATHS = [...new Set(ENDPOINTS.map(({ path }) => nameless(path)))]

function* candidatesIn(document: Document): Generator<Candidate> {
  for (const [template, value] of Object.entries(document.root.paths as Json)) {
    const item = document.at(value)
    for (const method of METHODS) {
      if (!Object.hasOwn(item, method)) continue
      const operation = document.at(item[method])
      const parameters = [...list(item.parameters), ...list(operation.parameters)].map((each) => document.at(each))
      for (const base of basePathsOf(operation.servers ?? item.servers ?? document.root.servers)) {
        const whole = nameless(base + template)
        for (const path of PATHS)
          if (whole.endsWith(path)) yield { prefix: whole.slice(0, -path.length), path, method, operation, parameters }
      }
    }
  }
}

function basePathsOf(servers: unknown): string[] {
  const paths = list(servers).slice(0, MOST_SERVERS).filter(isRecord).flatMap(pathOf)
  return paths.length > 0 ? [...new Set(paths)] : ['']
}

function pathOf({ url, variables }: Json): string[] {
  if (typeof url !== 'string' || url.length > LONGEST_SERVER_URL) return []
  const filled = url.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = isRecord(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined
    return isRecord(variable) && typeof variable.default === 'string' ? variable.default : ''
  })
  return [
    filled
      .replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, '')
      .replace(/[?#].*$/s, '')
      .replace(/(?<!\/)\/+$/, ''),
  ]
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The prefix of most endpoints; of two, the one that ends with the version. */
function likeliest(candidates: readonly Candidate[]): string | undefined {
  const paths = new Map<string, Set<string>>()
  for (const { prefix, path } of candidates) paths.set(prefix, (paths.get(prefix) ?? new Set()).add(path))
  const isVersion = (prefix: string) => (prefix.endsWith(`/${VERSION_SEGMENT}`) ? 0 : 1)
  const [best] = [...paths].sort(
    ([one, some], [other, others]) =>
      others.size - some.size ||
      isVersion(one) - isVersion(other) ||
      one.length - other.length ||
      (one < other ? -1 : 1),
  )
  return best?.[0]
}

export type Answered = { name: string; response: Json }

/** The response by exact status, by class, or the default. */
export function responseTo(operation: Json, status: number, document: Document): Answered | undefined {
  const responses = isRecord(operation.responses) ? operation.responses : {}
  const names = Object.keys(responses)
  const range = `${Math.floor(status / 100)}XX`
  const name = [String(status), range, 'DEFAULT']
    .map((wanted) => names.find((each) => each.toUpperCase() === wanted))
    .find((each) => each !== undefined)
  return name === undefined ? undefined : { name, response: document.at(responses[name]) }
}

/** Statuses that are listed by number. */
export function statusesOf({ responses }: Json): number[] {
  return isRecord(responses)
    ? Object.keys(responses)
        .filter((name) => /^[1-5]\d\d$/.test(name))
        .map(Number)
    : []
}

/** The content of a body by media type, in lower case and without parameters. */
export function contentOf({ content }: Json, document: Document): Map<string, Json> {
  const entries = isRecord(content) ? Object.entries(content) : []
  return new Map(entries.map(([type, value]) => [type.split(';')[0]!.trim().toLowerCase(), document.at(value)]))
}

export const isJsonType = (type: string) =>
  /^(application|text)\/([\w.+-]+\+|\*\+)?json$|^\*\/\*$|^application\/\*$/.test(type)

/** Exactly, or by a range. */
export function coversType(range: string, type: string): boolean {
  if (range === type || range === '*/*') return true
  const [family = '', subtype = ''] = range.split('/')
  if (!type.startsWith(`${family}/`)) return false
  return subtype === '*' || (subtype.startsWith('*+') && type.endsWith(subtype.slice(1)))
}

/** The JSON schema of a body, if there is one; true if unspecified. */
export function jsonSchemaOf(content: ReadonlyMap<string, Json>): unknown {
  const [, media] =
    [...content].find(([type]) => type === 'application/json') ?? [...content].find(([type]) => isJsonType(type)) ?? []
  return media === undefined ? undefined : (media.schema ?? true)
}

/** Finds the header in any letter case. */
export function headerNamed({ headers }: Json, name: string, document: Document): Json | undefined {
  const found = isRecord(headers) ? Object.entries(headers).find(([each]) => each.toLowerCase() === name) : undefined
  return found && document.at(found[1])
}
