import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { BOUNDS } from '../../settings/bounds/bounds.ts'
import { growthOf, LINEAR } from '../../settings/growth-for-tests.ts'
import { readHistory } from '../recorded.ts'
import { LineTooLong, linesOf } from './lines.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatecheck-lines-'))
const path = join(folder, 'lines')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['none', ''],
  ['some', 'a\nbc\n'],
  ['one that is not whole', 'a\nbc'],
  ['long ones', `${'x'.repeat(600_000)}\ny\n${'z'.repeat(262_143)}\n\n${'w'.repeat(262_144)}\n`],
])('yields the whole lines of a file: %s', (_, text) => {
  writeFileSync(path, text)
  expect(Array.from(linesOf(path), String).join('')).toBe(text.slice(0, text.lastIndexOf('\n') + 1))
  expect([...linesOf(path)]).toHaveLength(text.split('\n').length - 1)
})

it('takes time in proportion to the length of a line', () => {
  const file = (size: number) => {
    const own = join(folder, String(size))
    writeFileSync(own, `${'x'.repeat(size)}\n`)
    return own
  }
  expect(growthOf(file, (each) => [...linesOf(each)].length, 3_000_000)).toBeLessThan(LINEAR)
})

it('reads no line that is longer than any run writes', () => {
  writeFileSync(path, '{"kind":"began"}')
  truncateSync(path, BOUNDS.lineBytes.most + 1)
  expect(() => [...linesOf(path)]).toThrow(LineTooLong)
  expect(() => readHistory(path)).toThrow(/line of more than/)
})
