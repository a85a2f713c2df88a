import { expect, it } from 'vitest'
import { answered } from '../../engine/judge/handwritten-for-tests.ts'
import { frameworkOf, hintOf, isNoRoute } from './frameworks.ts'

/** Default responses to GET /v1/usage without a route. */
const PAGES: [name: string, body: string, hint: string, headers?: Record<string, string>][] = [
  ['Express', '<pre>Cannot GET /v1/usage</pre>', "app.get('/v1/usage', …)", { 'X-Powered-By': 'Express' }],
  ['NestJS', '{"message":"Cannot GET /v1/usage","error":"Not Found","statusCode":404}', 'GET /v1/usage'],
  [
    'Fastify',
    '{"message":"Route GET:/v1/usage not found","error":"Not Found","statusCode":404}',
    "fastify.get('/v1/usage', …)",
  ],
  ['FastAPI or Starlette', '{"detail":"Not Found"}', '@app.get("/v1/usage")'],
  [
    'Flask',
    '<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n<p>The requested URL was not found on the server. If',
    '@app.get("/v1/usage")',
  ],
  ['Django', '<h1>Not Found</h1><p>The requested resource was not found on this server.</p>', 'path("v1/usage", …)'],
  ['Spring Boot', '{"timestamp":"2026","status":404,"error":"Not Found","path":"/v1/usage"}', 'GET /v1/usage'],
  ['Gin', '404 page not found', 'router.GET("/v1/usage", …)'],
  ['Go net/http', '404 page not found\n', 'mux.HandleFunc("GET /v1/usage", …)'],
]

it.each(PAGES)(
  'recognizes the default page of %s and says how to add a route',
  (name, body, hint, headers: Record<string, string> = {}) => {
    const exchange = answered(404, { body, headers })
    const framework = frameworkOf(exchange)
    expect(framework?.name).toBe(name)
    expect(isNoRoute(exchange)).toBe(true)
    expect(hintOf(framework, 'no route', { method: 'GET', path: '/v1/usage' })).toContain(hint)
  },
)

it('does not take an error of the API for a default page', () => {
  const exchange = answered(404, { body: { error: { code: 'not_found', message: 'No such job.' } } })
  expect(frameworkOf(exchange)).toBeUndefined()
  expect(isNoRoute(exchange)).toBe(false)
  expect(hintOf(undefined, 'no route')).toBeUndefined()
})
