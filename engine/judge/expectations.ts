import { ERROR_CODES } from '../../spec/words.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { statusOf, succeeded } from '../history/reading/reading.ts'

export type Expectation = {
  expected: string
  holds(exchange: Exchange): boolean
  /** Depends on the body of a 2xx. */
  looksInside?: true
}

const withStatus = (status: number): Expectation => ({
  expected: String(status),
  holds: (exchange) => statusOf(exchange) === status,
})

export const isUnauthorized = withStatus(ERROR_CODES.unauthorized)

export const isNotFound = withStatus(ERROR_CODES.not_found)

export const isNotAccepted: Expectation = { expected: 'no 2xx', holds: (exchange) => !succeeded(exchange) }

export const isBelow500: Expectation = {
  expected: 'a status below 500',
  holds: (exchange) => exchange.answer !== undefined && exchange.answer.status < 500,
}

export const REFUSED_OR_FAILED = 'a refusal, or a job that fails'
export const NO_GRANT = 'no permission for another origin'
