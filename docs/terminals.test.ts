import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { displayWidth } from '../reporters/terminal/wrapping.ts'
import { CLAUSES } from '../spec/clauses.ts'

const FOLDER = new URL('./terminal/', import.meta.url)
const ENDS: Record<string, RegExp> = {
  'empty.txt': /^NO VERDICT {2}nothing could be judged: it needs a revoked key/,
  'failing.txt': /^FAIL {2}\d+ must clauses are broken/,
  'interrupted.txt': /^INTERRUPTED {2}the run was interrupted/,
  'passing.txt': /^PASS {2}nothing broken/,
  'refused.txt': /^NO VERDICT {2}\S+ cannot be reached/,
  'warned.txt': /^PASS {2}nothing broken: .* a warning/,
}

it('shows a run of each kind ("npm run terminals" writes them)', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(Object.keys(ENDS))
})

it('shows the clauses of this version', () => {
  const text = readFileSync(new URL('passing.txt', FOLDER), 'utf8')
  const [, ...counts] = /(\d+) must and (\d+) should clauses hold, (\d+) not judged/.exec(text)!
  expect(counts.map(Number).reduce((sum, each) => sum + each)).toBe(CLAUSES.length)
  expect(text).not.toContain('no check for')
})

it.each(Object.entries(ENDS))('%s fits a screen, and ends with its verdict', (name, end) => {
  const lines = readFileSync(new URL(name, FOLDER), 'utf8').trimEnd().split('\n')
  expect(lines.at(-1)).toMatch(end)
  expect(lines.length).toBeLessThanOrEqual(60)
  for (const line of lines.slice(0, -1)) expect(displayWidth(line)).toBeLessThanOrEqual(100)
})
