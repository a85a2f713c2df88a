import type { RequestTemplate } from '../../../engine/history/entry/exchange.ts'
import { withAuthorization } from '../../../engine/http/requests.ts'

/** One way of breaking a good request. Undefined where the request has no such place. */
export type Malformation = {
  what: string
  of(request: RequestTemplate): RequestTemplate | undefined
}

/** The Authorization header says something else. */
export const saying = (what: string, value: string): Malformation => ({
  what,
  of: (request) => withAuthorization(request, value),
})
