import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { HistoryEntry, Resumed } from './entry/entries.ts'
import { digestOf } from './file/lines.ts'
import { answered, BEGAN } from './handwritten-for-tests.ts'
import { History } from './history.ts'
import { readRecorded } from './recorded.ts'
import { lostNumbersIn } from './resuming/lost-numbers.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatecheck-damaged-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

const [one, two] = [answered(200), answered(404)]
const ended: HistoryEntry = { kind: 'ended', at: 1, how: 'whole' }
const lineOf = (entry: unknown) => `${JSON.stringify(entry)}\n`
const resumed = (damaged?: number[]): Resumed => ({
  ...{ kind: 'resumed', at: 1, startedAt: BEGAN.startedAt, abandoned: [] },
  ...(damaged && { damaged }),
})

function fileOf(...lines: unknown[]): string {
  const path = join(folder, `${++files}.jsonl`)
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : lineOf(line))).join(''))
  return path
}
const halved = (entry: unknown) => `${lineOf(entry).slice(0, 40)}\n`

it('is read up to a damaged line, and says which it is', () => {
  const { recording, damaged, cutOff } = readRecorded(fileOf(BEGAN, one, halved(two), ended), 'up to it')
  expect([...recording]).toEqual([BEGAN, one])
  expect([damaged, cutOff]).toEqual([[3], false])
})

it('is read beside it by whoever goes on', () => {
  const { recording, damaged } = readRecorded(fileOf(BEGAN, halved(one), two, 'no\n', ended), 'beside it')
  expect([...recording]).toEqual([BEGAN, two, ended])
  expect(recording.exchange(two.n)).toEqual(two)
  expect(damaged).toEqual([2, 4])
})

it('is refused by whoever vouches for it, known of or not', () => {
  for (const path of [fileOf(BEGAN, halved(one), ended), fileOf(BEGAN, halved(one), resumed([2]), ended)])
    expect(() => readRecorded(path)).toThrow(/line 2 is not JSON$/)
})

it('has lost the numbers of all that stood in a block of zeros, and of nothing else', () => {
  const numbered = Array.from({ length: 9 }, (_, index) => ({ ...answered(200), n: index + 1 }))
  const path = fileOf(BEGAN, ...numbered)
  const bytes = readFileSync(path)
  const [from, to] = [4, 7].map((n) => bytes.indexOf(`{"kind":"exchange","n":${n},`))
  writeFileSync(path, bytes.fill(0, from! + 20, to! + 5))
  const { recording, damaged } = readRecorded(path, 'beside it')
  expect(damaged).toEqual([5])
  expect(lostNumbersIn(recording, damaged)).toEqual([4, 5, 6, 7])
  expect(lostNumbersIn(recording)).toEqual([])
})

it('tells that it was cut off in its last line', () => {
  const path = fileOf(BEGAN, one, lineOf(two).slice(0, 50))
  for (const how of ['none', 'up to it', 'beside it'] as const) expect(readRecorded(path, how).cutOff).toBe(true)
  expect([...readRecorded(path).recording]).toEqual([BEGAN, one])
})

it('is written on behind its last whole line, as one history', () => {
  const path = fileOf(BEGAN, one)
  const before = readFileSync(path, 'utf8')
  appendFileSync(path, lineOf(two).slice(0, 50))
  const { recording: file, hash } = readRecorded(path, 'beside it')
  const history = new History(path, () => false, { before: { file, hash } })
  history.append(resumed())
  history.append(two)
  expect([...history.recording]).toEqual([BEGAN, one, resumed(), two])
  expect(history.recording.exchange(one.n)).toEqual(one)
  expect(() => history.hasToStand()).not.toThrow()
  history.close()
  expect(readFileSync(path, 'utf8')).toBe(before + lineOf(resumed()) + lineOf(two))
  expect(history.digest()).toBe(digestOf(path))
})
