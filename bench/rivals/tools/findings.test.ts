import { describe, expect, it } from 'vitest'
import { violationsOf } from './prism.ts'
import { failedChecksIn } from './respect.ts'
import { kindsIn } from './schemathesis.ts'

describe('what Schemathesis reports', () => {
  it('is a kind of failure at an operation', () => {
    const failures = [{ type: 'IgnoredAuth', operations: ['GET /models', 'GET /usage'] }]
    expect(kindsIn({ failures, errors: [] })).toEqual(['IgnoredAuth at GET /models', 'IgnoredAuth at GET /usage'])
  })
})

describe('what Prism reports', () => {
  const visit = (violations: unknown, text = '{}') => ({
    operation: 'GET /usage',
    answer: new Response(null, { status: 200, headers: { 'sl-violations': JSON.stringify(violations) } }),
    text,
  })

  it('counts if it is about the response, without indices of lists', () => {
    const violations = [
      { location: ['response', 'body', 'items', '3'], code: 'type' },
      { location: ['request', 'body'], code: 'required' },
    ]
    expect(violationsOf(visit(violations))).toEqual(['GET /usage 200: type at response.body.items'])
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

  it('is no failure while the step is retried', () => {
    expect(failedChecksIn(resultOf(attempt('end', 'over', 'error'), attempt('end', 'over', 'success')))).toEqual([])
  })

  it('is a failure of the last attempt', () => {
    expect(failedChecksIn(resultOf(attempt('end', 'over', 'error'), attempt('end', 'over', 'error')))).toEqual([
      'film/end: over',
    ])
  })
})
