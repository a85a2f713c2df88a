import type { OpenAPIV3_1 } from 'openapi-types'
import manifest from '../../../package.json' with { type: 'json' }
import { PROBLEM_TYPE } from './problem.ts'
import { type Document, type Route, record, type Schemas, schemaNamed, TAGS } from './route.ts'

export const PREFIX = '/control'

const PROBLEM = 'Problem'

/** The routes as an OpenAPI document. */
export function documentOf(routes: readonly Route[], schemas: Schemas): Document {
  const paths: OpenAPIV3_1.PathsObject = {}
  for (const route of routes) {
    const path = PREFIX + route.path
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Control API of the gatecheck reference service',
      summary: 'Observe and control a running service: journal, accounts, jobs, scenarios, clock, snapshots.',
      description:
        'Listens on a separate loopback port. Browser requests from another origin or without a console session are rejected ' +
        '(401, 403, 421). Only the response that creates a key shows it. HEAD works wherever GET does.',
      version: manifest.version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: 'http://127.0.0.1:{port}',
        description: 'Control port, printed when the service starts.',
        variables: { port: { default: '4011' } },
      },
    ],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [],
    paths,
    components: { schemas: { ...schemas, [PROBLEM]: PROBLEM_SCHEMA } },
  }
}

const PROBLEM_SCHEMA = record(
  {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string', description: 'Reason phrase of the status.' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', description: 'The error, and how to fix it if possible.' },
  },
  'RFC 9457.',
)

function operationOf(route: Route): OpenAPIV3_1.OperationObject {
  const { id, tag, summary, about, body } = route
  const parameters = [...pathParameters(route.path), ...queryParameters(route)]
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(about !== undefined && { description: about }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBodyOf(body) }),
    responses: responsesOf(route),
  }
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
}

const IN_PATHS: Readonly<Record<string, string>> = {
  account: 'Account name.',
  key: 'Key id, not the key itself.',
  job: 'Job id, percent-encoded if it contains spaces or slashes.',
  as: 'Name under which it is active.',
}

function pathParameters(path: string): OpenAPIV3_1.ParameterObject[] {
  return namesIn(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: IN_PATHS[name] ?? name,
    schema: { type: 'string', minLength: 1 },
  }))
}

function queryParameters({ query = {} }: Route): OpenAPIV3_1.ParameterObject[] {
  const parameters = Object.entries(query).map(([name, { about, schema }]) => {
    return { name, in: 'query', description: about, schema }
  })
  // The types expect OpenAPI 3.0 schemas for parameters.
  return parameters as OpenAPIV3_1.ParameterObject[]
}

function requestBodyOf(body: NonNullable<Route['body']>): OpenAPIV3_1.RequestBodyObject {
  const { schema, about, mayBeLeftOut, orText } = body
  return {
    required: mayBeLeftOut === undefined,
    description: about,
    content: {
      'application/json': { schema: schemaNamed(schema) },
      ...(orText !== undefined && { 'text/plain': { schema: { type: 'string', description: orText } } }),
    },
  }
}

function responsesOf(route: Route): OpenAPIV3_1.ResponsesObject {
  const { answer, refusals = {}, body } = route
  const { status = 200, about, schema, type = 'application/json' } = answer
  const responses: OpenAPIV3_1.ResponsesObject = {
    [status]: {
      description: about,
      ...(status !== 204 && { content: { [type]: { schema: schema ? schemaNamed(schema) : { type: 'string' } } } }),
    },
    400: problem('Invalid path, query or body; see detail.'),
  }
  for (const [refusal, when] of Object.entries(refusals)) responses[refusal] = problem(when)
  if (body) {
    responses[413] = problem('The body is longer than 64 kB.')
    responses[415] = problem('Unsupported content-type.')
  }
  return responses
}

function problem(description: string): OpenAPIV3_1.ResponseObject {
  return { description, content: { [PROBLEM_TYPE]: { schema: schemaNamed(PROBLEM) } } }
}
