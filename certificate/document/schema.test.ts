import { expect, it } from 'vitest'
import { isReportName } from './schema.ts'

it.each(['junit.xml', 'run.har', 'REPORT.md', 'our results_2.xml', '_.json'])('covers a file called %s', (name) => {
  expect(isReportName(name)).toBe(true)
})

it.each([
  'history.jsonl',
  '..',
  '.hidden',
  '../junit.xml',
  'a/b',
  'a\\b',
  '',
  '-rf',
  'a\nb',
  'a\u202eb',
  'x'.repeat(201),
])('covers none called %j', (name) => {
  expect(isReportName(name)).toBe(false)
})
