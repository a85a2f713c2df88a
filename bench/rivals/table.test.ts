import { expect, it } from 'vitest'
import type { Score } from './score.ts'
import { remarks, subjects, table } from './table.ts'

const score: Score = {
  caught: { caught: 3, of: 4 },
  byWriter: { ours: { caught: 1, of: 1 }, strangers: { caught: 2, of: 3 } },
  byLevel: { must: { caught: 2, of: 3 }, should: { caught: 1, of: 1 } },
  bySubject: { auth: { caught: 1, of: 2 }, jobs: { caught: 2, of: 2 } },
  byItsClause: 3,
  falseAlarms: { caught: 1, of: 5 },
  medianRequests: 1234.5,
  medianSeconds: 2.04,
  withoutResult: 1,
}
const rows = [
  { name: 'us', version: '1.0', score },
  { name: 'them', absent: 'no python3' },
]

it('is Markdown with as many cells in each row', () => {
  const widths = table(rows)
    .split('\n')
    .map((row) => row.split('|').length)
  expect(new Set(widths).size).toBe(1)
  expect(table(rows)).toContain(
    '| us 1.0 | 3 of 4 (75 %) | 1 of 1 | 2 of 3 | 2 of 3 | 1 of 1 | 1 on 5 lawful servers | 1235 | 2.0 |',
  )
})

it('says of a tool that cannot be had why', () => expect(table(rows)).toContain('| them | not tried: no python3 |'))

it('shows each subject for the tools that were tried', () => {
  expect(subjects(rows)).toBe('| subject | us |\n| --- | --- |\n| auth | 1 of 2 |\n| jobs | 2 of 2 |')
})

it('remarks on clauses and on runs without a result', () => {
  expect(remarks(rows)).toBe('us: 3 by the very clause that is broken, no result in 1 runs.')
})
