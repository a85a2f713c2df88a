import { Ajv2020 } from 'ajv/dist/2020.js'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Response } from '../../../client-for-tests.ts'
import { controlDocument } from '../plugin.ts'

const document = controlDocument()
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true })
for (const keyword of ['components', 'example']) ajv.addKeyword(keyword)
ajv.addSchema({ components: document.components } as object, 'control')

export type Operation = OpenAPIV3_1.OperationObject
export const OPERATIONS = Object.entries(document.paths!).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  })),
)

const OUTSIDE = { type: 'object', required: ['type', 'title', 'status', 'detail'] }

/** Differences between a response and the document. */
export function misfits(method: string, path: string, answer: Response): string[] {
  const found = OPERATIONS.find((each) => each.method === method && each.pattern.test(path.split('?')[0]!))
  const type = String(answer.headers['content-type'] ?? '').split(';')[0]!
  if (!found) {
    const isProblem = type === 'application/problem+json' && ajv.validate(OUTSIDE, answer.json)
    return [404, 405].includes(answer.status) && isProblem ? [] : [`${answer.status} ${type} at an unknown place`]
  }
  const told = found.operation.responses![answer.status] as OpenAPIV3_1.ResponseObject | undefined
  if (!told) return [`${found.operation.operationId} says nothing of a ${answer.status}: ${answer.text}`]
  if (!told.content) return answer.text === '' ? [] : ['a text where there is to be none']
  const media = told.content[type]
  if (!media) return [`${found.operation.operationId} says nothing of the type ${type}`]
  const { schema } = media as { schema: { $ref?: string } }
  if (schema.$ref === undefined) return []
  const validate = ajv.getSchema(`control${schema.$ref}`) ?? ajv.compile({ $ref: `control${schema.$ref}` })
  if (validate(answer.json)) return []
  return (validate.errors ?? []).map((each) => `${method} ${path}: ${each.instancePath} ${each.message}`)
}
