import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import { readHistory } from '../recorded.ts'
import { LineTooLong, linesOf } from './lines.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatecheck-lines-'))
const path = join(folder, 'lines')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('reads no line that is longer than any run writes', () => {
  writeFileSync(path, '{"kind":"began"}')
  truncateSync(path, BOUNDS.lineBytes.most + 1)
  expect(() => [...linesOf(path)]).toThrow(LineTooLong)
  expect(() => readHistory(path)).toThrow(/line of more than/)
})
