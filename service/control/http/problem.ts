import { STATUS_CODES } from '../../builtin-http.ts'

export type Problem = { type: 'about:blank'; title: string; status: number; detail: string }

export const PROBLEM_TYPE = 'application/problem+json'

/** An error response with a sentence for the client. */
export class Refused extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, detail: string, headers: Record<string, string> = {}) {
    super(detail)
    this.name = 'Refused'
    this.status = status
    this.headers = headers
  }
}

export function problemOf(status: number, detail: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail }
}

export function notFound(detail: string): Refused {
  return new Refused(404, detail)
}

export function conflict(detail: string): Refused {
  return new Refused(409, detail)
}

/** Turns an error of the service about a bad value into a refusal with the same message. */
export function orRefused<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) throw new Refused(400, error.message)
    throw error
  }
}
