import { describe, expect, it } from 'vitest'
import { at, placesIn } from '../json-pointer.ts'
import { violationsOf } from './prism.ts'
import { failedChecksIn } from './respect.ts'
import { kindsIn } from './schemathesis.ts'

describe('what Schemathesis reports', () => {
  it('is a kind of failure at an operation', () => {
    const failures = [{ type: 'IgnoredAuth', operations: ['GET /models', 'GET /usage'] }]
    expect(kindsIn({ failures, errors: [] })).toEqual(['IgnoredAuth at GET /models', 'IgnoredAuth at GET /usage'])
  })

  it('may be an error of the network, too', () => {
    expect(kindsIn({ failures: [], errors: [{ type: 'Timeout', operations: ['GET /usage'] }] })).toEqual([
      'error Timeout at GET /usage',
    ])
  })
})

describe('what Prism reports', () => {
  const visit = (violations: unknown, text = '{}') => ({
    operation: 'GET /usage',
    answer: new Response(null, { status: 200, headers: { 'sl-violations': JSON.stringify(violations) } }),
    text,
  })

  it('counts where it is about the answer, without places in lists', () => {
    const violations = [
      { location: ['response', 'body', 'items', '3'], code: 'type' },
      { location: ['request', 'body'], code: 'required' },
    ]
    expect(violationsOf(visit(violations))).toEqual(['GET /usage 200: type at response.body.items'])
  })

  it('counts where Prism answers itself', () => {
    const text = '{"type":"https://stoplight.io/prism/errors#UPSTREAM_ERROR"}'
    expect(violationsOf(visit([], text))).toEqual(['GET /usage: Prism says UPSTREAM_ERROR'])
  })
})

describe('what Respect reports', () => {
  const attempt = (stepId: string, condition: string, status: string) => ({
    stepId,
    checks: [{ name: 'success criteria check', condition, status }],
  })
  const resultOf = (...executedSteps: ReturnType<typeof attempt>[]) => ({
    files: { file: { executedWorkflows: [{ workflowId: 'film', executedSteps }] } },
  })

  it('is no failure while the step is tried again', () => {
    expect(failedChecksIn(resultOf(attempt('end', 'over', 'error'), attempt('end', 'over', 'success')))).toEqual([])
  })

  it('is a failure of the last attempt', () => {
    expect(failedChecksIn(resultOf(attempt('end', 'over', 'error'), attempt('end', 'over', 'error')))).toEqual([
      'film/end: over',
    ])
  })

  it('is a failure of any attempt where the answer is not as the document says', () => {
    const odd = { stepId: 'end', checks: [{ name: 'schema check', status: 'error' }] }
    const result = { files: { file: { executedWorkflows: [{ workflowId: 'film', executedSteps: [odd, odd] }] } } }
    expect(failedChecksIn(result)).toHaveLength(2)
  })
})

it('finds again by its pointer whatever stands in an answer', () => {
  const answer = { 'a/b': [{ '~id': 7 }], id: 'x' }
  for (const { pointer, value } of placesIn(answer)) expect(String(at(answer, pointer))).toBe(value)
  expect(placesIn(answer)).toHaveLength(2)
})
