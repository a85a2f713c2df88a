import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { headerOf } from '../../engine/history/reading/reading.ts'

/** The problem, if a framework's response depends on it. */
export type Situation = 'no route' | 'unread body' | 'validation first' | 'closed connection'

type Fingerprint = {
  header?: readonly [name: string, value: RegExp]
  /** The default page of the framework. */
  page?: RegExp
  /** Its default page for paths or methods without a route. */
  noRoute?: RegExp
}

type Known = Fingerprint & {
  name: string
  /** {METHOD}, {method} and {path} are replaced by those of the request. */
  hints: Partial<Record<Situation, string>>
}

/** From each project's source and documentation. The first match counts, so specific ones come first. */
const FRAMEWORKS: readonly Known[] = [
  {
    name: 'NestJS',
    noRoute: /^\{(?=.*"message":"Cannot [A-Z]+ \/)(?=.*"statusCode":404)/,
    hints: { 'no route': 'no controller method matches; add one with a decorator for {METHOD} {path}' },
  },
  {
    name: 'Fastify',
    noRoute: /^\{(?=.*"message":"Route [A-Z]+:\/\S* not found")/,
    page: /"code":"FST_ERR_/,
    hints: {
      'no route': "no route matches; add fastify.{method}('{path}', …)",
      'validation first': 'it parses and validates the body before the handler; check the key in an onRequest hook',
    },
  },
  {
    name: 'Express',
    header: ['x-powered-by', /^Express/],
    noRoute: /<pre>Cannot [A-Z]+ \//,
    hints: {
      'no route': "no route matches; add app.{method}('{path}', …)",
      'validation first':
        'express.json() refuses a malformed body before the handler; put the middleware that checks the key above it',
    },
  },
  {
    name: 'FastAPI or Starlette',
    noRoute: /^\{"detail":"(Not Found|Method Not Allowed)"\}$/,
    page: /^\{"detail":\[\{.*"loc":\[/,
    hints: {
      'no route': 'no route matches; add one with @app.{method}("{path}")',
      'validation first':
        'FastAPI parses the body before it calls dependencies and your function; check the key in a middleware',
    },
  },
  {
    name: 'Flask',
    header: ['server', /^Werkzeug\//],
    noRoute:
      /<title>40[45] [\s\S]*<p>(The requested URL was not found on the server\.|The method is not allowed for the)/,
    page: /^<!doctype html>\s<html lang=en>\s<title>\d{3} /,
    hints: {
      'no route': 'no URL rule matches; add one with @app.{method}("{path}")',
      'validation first':
        'request.get_json() answers 400 or 415 by itself; check the key before it, for instance in before_request',
    },
  },
  {
    name: 'Django',
    noRoute:
      /Using the URLconf defined in|<h1>Not Found<\/h1><p>The requested resource was not found on this server\.<\/p>/,
    hints: { 'no route': 'no URL pattern matches; add path("{relative}", …) to urlpatterns' },
  },
  {
    name: 'Python http.server',
    header: ['server', /^(Base|Simple)HTTP\//],
    noRoute: /Unsupported method \('(GET|POST)'\)/,
    page: /<p>Error code explanation: \d{3} - /,
    hints: {
      'no route': 'it has no router; answer {path} in do_{METHOD}',
      'unread body':
        'it does not skip an unread body; read Content-Length bytes from self.rfile before you answer, or set self.close_connection',
    },
  },
  {
    name: 'Rails',
    noRoute: /ActionController::RoutingError|The page you were looking for doesn(&#39;|'|’)t exist/,
    hints: { 'no route': "no route matches; add {method} '{path}', to: … to config/routes.rb" },
  },
  {
    name: 'Sinatra',
    noRoute: /Sinatra doesn(&rsquo;|'|’)t know this ditty/,
    hints: { 'no route': "no route matches; add {method} '{path}' do … end" },
  },
  {
    name: 'Laravel',
    noRoute: /"message":\s*"The route \S+ could not be found\."/,
    hints: { 'no route': "no route matches; add Route::{method}('{path}', …); routes/api.php adds the prefix /api" },
  },
  {
    name: 'PHP built-in server',
    noRoute: /<\/code> was not found on this server\./,
    hints: {
      'no route': 'it looks for a file of this path; start it with a router script: php -S HOST:PORT router.php',
    },
  },
  {
    name: 'Spring Boot',
    noRoute: /^\{(?=.*"timestamp":)(?=.*"status":40[45])(?=.*"error":"(Not Found|Method Not Allowed)")(?=.*"path":)/,
    page: /^\{(?=.*"timestamp":)(?=.*"status":\d{3})(?=.*"error":)(?=.*"path":)/,
    hints: {
      'no route': 'no handler matches; add a controller method with a mapping for {METHOD} {path}',
      'validation first': 'it reads @RequestBody before the controller method runs; check the key in a filter',
    },
  },
  {
    name: 'ASP.NET Core',
    header: ['server', /^Kestrel$/],
    hints: { 'no route': 'no endpoint matches; add app.Map{Method}("{path}", …)' },
  },
  {
    name: 'axum',
    page: /^Failed to (deserialize the JSON body into the target type|parse the request body as JSON)/,
    hints: {
      'no route': 'no route matches; add .route("{path}", {method}(…))',
      'validation first': 'extractors run in the order of the arguments; check the key in a middleware layer',
    },
  },
  {
    name: 'Actix Web',
    page: /^Json deserialize error: /,
    hints: { 'no route': 'no route matches; add .route("{path}", web::{method}().to(…))' },
  },
  {
    name: 'nginx',
    page: /<hr><center>nginx/,
    hints: { 'no route': 'nginx itself answered; add a location that passes {path} to your server' },
  },
  {
    name: 'Envoy',
    page: /^(upstream connect error or disconnect\/reset before headers|no healthy upstream)/,
    hints: { 'closed connection': 'Envoy itself answered, since your service closed the connection' },
  },
  {
    name: 'Gin',
    noRoute: /^40(4 page not found|5 method not allowed)$/,
    hints: { 'no route': 'no route matches; add router.{METHOD}("{path}", …)' },
  },
  {
    name: 'Go net/http',
    noRoute: /^(404 page not found|Method Not Allowed)\n$/,
    hints: {
      'no route': 'ServeMux answers 404 and 405 before your handler; add mux.HandleFunc("{METHOD} {path}", …)',
      'closed connection': 'it closes the connection when a handler panics; the log has the stack trace',
    },
  },
]

export type Framework = (typeof FRAMEWORKS)[number]

/** The framework whose default page or header this is. */
export function frameworkOf(exchange: Exchange): Framework | undefined {
  const body = exchange.answer?.body ?? ''
  return FRAMEWORKS.find(
    ({ header, page, noRoute }) =>
      page?.test(body) || noRoute?.test(body) || header?.[1].test(headerOf(exchange, header[0]) ?? ''),
  )
}

/** Identifies only a proxy, not the server behind it. */
export const isProxy = ({ name }: Framework) => name === 'nginx' || name === 'Envoy'

export const isNoRoute = ({ answer }: Exchange) =>
  answer !== undefined && FRAMEWORKS.some(({ noRoute }) => noRoute?.test(answer.body))

export function hintOf(
  framework: Framework | undefined,
  situation: Situation,
  request?: { method: string; path: string },
) {
  const hint = framework?.hints[situation]
  if (hint === undefined) return undefined
  const { method, path } = request ?? { method: '', path: '' }
  const small = method.toLowerCase()
  const text = hint
    .replaceAll('{METHOD}', method)
    .replaceAll('{Method}', method.slice(0, 1) + small.slice(1))
    .replaceAll('{method}', small)
    .replaceAll('{relative}', path.replace(/^\//, ''))
    .replaceAll('{path}', path)
  return `${framework!.name}: ${text}`
}
