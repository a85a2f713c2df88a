import type { RequestTemplate } from '../../runner/history/exchange.ts'
import { withHeader } from '../../runner/wire/requests.ts'

/** Odd, yet plain enough for the proxies on the way. */
export function hostileRequests(request: RequestTemplate): { what: string; request: RequestTemplate }[] {
  const { body: _, ...bodiless } = request
  const method = (name: string) => ({ what: name, request: { ...harmless(bodiless), method: name } })
  const query = (text: string) => ({
    what: `the query ?${text.slice(0, 20)}`,
    request: { ...read(request), path: `${request.path}?${text}` },
  })
  const header = (name: string, value: string) => ({
    what: `${name}: ${value}`,
    request: withHeader(read(request), name, value),
  })
  return [
    ...['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'GET'].filter((name) => name !== request.method).map(method),
    query('%zz=%'),
    query(`limit=-1&page=${'9'.repeat(30)}&sort[]=x&__proto__[x]=1`),
    header('Accept', 'image/png'),
    header('Accept', ';;;q=x'),
    header('Accept-Language', '*-*;q=9'),
  ]
}

/** Whoever deletes or changes jobs, which the interface does not name, is not to lose one. */
export function harmless(request: RequestTemplate): RequestTemplate {
  const folder = request.path.lastIndexOf('/videos/')
  return folder < 0 ? request : { ...request, path: `${request.path.slice(0, folder)}/videos/gatecheck` }
}

/** A submission may become a job; with no body it cannot. */
function read(request: RequestTemplate): RequestTemplate {
  return request.method === 'POST' ? { ...request, body: '{}' } : request
}

const HOSTILE: readonly (readonly [what: string, segment: string])[] = [
  ['broken percent-encoding', '%zz'],
  ['half of percent-encoding', 'a%'],
  ['a percent-encoded slash', 'a%2Fb'],
  ['percent-encoded dots', '%2e%2e'],
  ['percent-encoded NUL', 'a%00b'],
  ['bytes that are no UTF-8', '%ff%fe'],
  ['300 characters', 'x'.repeat(300)],
  ['3,000 characters', 'x'.repeat(3000)],
  ['a quote', "'%20OR%20'1'='1"],
  ['braces', '%7B%7B7*7%7D%7D'],
  ['a huge number', '9'.repeat(40)],
  ['a negative number', '-1'],
  ['__proto__', '__proto__'],
  ['an emoji', '%F0%9F%8E%AC'],
]

export const HOSTILE_IDS = HOSTILE.map(([what, segment]) => ({ what: `an id of ${what}`, segment }))
