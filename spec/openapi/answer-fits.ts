import type { OpenAPIV3_1 } from 'openapi-types'
import { type Document, openapiDocument } from './document.ts'
import { ANY_JSON } from './responses.ts'
import { type Fit, fits } from './validator.ts'

type Response = OpenAPIV3_1.ResponseObject
type Header = OpenAPIV3_1.HeaderObject

/** A response to a request for a path below the base URL. */
export type GivenAnswer = {
  method: string
  path: string
  status: number
  headers: readonly (readonly [name: string, value: string])[]
  /** The text of the body, and its value if it is JSON. */
  body: string
  json: { value: unknown } | undefined
}

let known: Document | undefined

/** Whether the document describes such a response; undefined if it has no such operation. */
export function answerFits(answer: GivenAnswer): Fit | undefined {
  const operation = operationOf(answer)
  if (!operation) return undefined
  const responses = operation.responses ?? {}
  const response = resolved<Response>(responses[answer.status] ?? responses[`${Math.floor(answer.status / 100)}XX`])
  if (!response) return misfit(`status ${answer.status} is not one of ${Object.keys(responses).join(', ')}`)
  const errors = [...headerErrors(response, answer), ...bodyErrors(response, answer)]
  return errors.length > 0 ? { ok: false, errors } : { ok: true }
}

const misfit = (...errors: string[]): Fit => ({ ok: false, errors })

function operationOf({ method, path }: GivenAnswer): OpenAPIV3_1.OperationObject | undefined {
  const bare = path.replace(/\?.*$/, '')
  known ??= openapiDocument()
  const template = Object.keys(known.paths).find((each) => pathForm(each).test(bare))
  return template === undefined ? undefined : known.paths[template]?.[method.toLowerCase() as OpenAPIV3_1.HttpMethods]
}

const pathForm = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

function resolved<T extends object>(element: T | OpenAPIV3_1.ReferenceObject | undefined): T | undefined {
  if (!element || !('$ref' in element)) return element
  const [kind, name] = element.$ref.replace('#/components/', '').split('/') as ['responses' | 'headers', string]
  return known?.components[kind]?.[name] as T
}

function headerErrors({ headers = {} }: Response, answer: GivenAnswer): string[] {
  return Object.entries(headers).flatMap(([name, described]) => {
    const header = resolved<Header>(described)
    const value = answer.headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1]
    if (value === undefined) return header?.required ? [`${name} is missing`] : []
    const finding = header?.schema
      ? fits(header.schema as OpenAPIV3_1.SchemaObject, numberOrText(value))
      : { ok: true as const }
    return finding.ok ? [] : finding.errors.map((error) => `${name}: ${error}`)
  })
}

/** Header values are text; numeric text is parsed, for schemas of numbers. */
function numberOrText(value: string): number | string {
  return /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
}

function bodyErrors({ content = {} }: Response, { headers, body, json }: GivenAnswer): string[] {
  const label = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const type = label?.split(';')[0]?.trim().toLowerCase() ?? ''
  const described = content[type] ?? (type.endsWith('+json') ? content[ANY_JSON] : undefined) ?? content['*/*']
  if (!described) return [`Content-Type ${label ?? '(none)'} is not one of ${Object.keys(content).join(', ')}`]
  const isAnything = described === content['*/*'] && content[type] === undefined
  if (!json && !isAnything) return ['the body is not JSON']
  const finding = fits(described.schema ?? {}, json ? json.value : body)
  return finding.ok ? [] : finding.errors
}
