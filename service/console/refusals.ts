/** An error response of the console; `field`: the form field that caused it. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly retryAfter: number | undefined

  constructor(status: number, code: string, message: string, more: { field?: string; retryAfter?: number } = {}) {
    super(message)
    this.status = status
    this.code = code
    this.field = more.field
    this.retryAfter = more.retryAfter
  }
}

export const wrongField = (field: string, message: string, status = 400) =>
  new Refusal(status, 'wrong_field', message, { field })

export const bodyOf = ({ code, message, field }: Pick<Refusal, 'code' | 'message' | 'field'>) => ({
  error: { code, message, ...(field !== undefined && { field }) },
})
