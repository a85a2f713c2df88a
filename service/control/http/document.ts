import type { OpenAPIV3_1 } from 'openapi-types'
import manifest from '../../../package.json' with { type: 'json' }
import { PROBLEM_TYPE } from './problem.ts'
import { type Document, type Route, record, type Schemas, schemaNamed, TAGS } from './route.ts'

export const PREFIX = '/control'

const PROBLEM = 'Problem'

/** The routes in the form that other people's tools read. */
export function documentOf(routes: readonly Route[], schemas: Schemas): Document {
  const paths: OpenAPIV3_1.PathsObject = {}
  for (const route of routes) {
    const path = PREFIX + route.path
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Control of the gatecheck service',
      summary: 'Watch and lead a running service: journal, accounts, jobs, scenarios, clock, snapshots.',
      description:
        'Served on a port of its own, on loopback only. Whatever a browser sends from a page of another origin, or ' +
        'without a session of the console, is refused before it comes here (401, 403, 421). No answer shows a key, but the one that makes it. HEAD is answered wherever GET is.',
      version: manifest.version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: 'http://127.0.0.1:{port}',
        description: 'The control port of the service, as it is told at its start.',
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
    title: { type: 'string', description: 'The words of HTTP for the status.' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', description: 'What was wrong, and where there is one, a way out.' },
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
  account: 'The name of an account.',
  key: 'The id of a key, never the key itself.',
  job: 'The id of a job. One with spaces or slashes in it is percent-encoded.',
  as: 'What it is called while it is played.',
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
  // The types take the schemas of parameters from OpenAPI 3.0.
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
    400: problem('Something in the path, the query or the body cannot be taken: the detail says what.'),
  }
  for (const [refusal, when] of Object.entries(refusals)) responses[refusal] = problem(when)
  if (body) {
    responses[413] = problem('The body is longer than 64 kB.')
    responses[415] = problem('The body is of a type that is not taken here.')
  }
  return responses
}

function problem(description: string): OpenAPIV3_1.ResponseObject {
  return { description, content: { [PROBLEM_TYPE]: { schema: schemaNamed(PROBLEM) } } }
}
