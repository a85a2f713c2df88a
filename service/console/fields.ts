import type { FastifyRequest } from 'fastify'
import { Refusal } from './refusals.ts'

/** The fields of any body. */
export function fieldsOf({ body }: FastifyRequest): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal(400, 'no_form', 'Send the form fields as a JSON object.')
  return body as Record<string, unknown>
}

export const paramOf = ({ params }: FastifyRequest, name: string): string =>
  (params as Readonly<Record<string, string>>)[name] ?? ''
