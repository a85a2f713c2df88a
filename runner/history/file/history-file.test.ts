import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BOUNDS } from '../../settings/bounds/bounds.ts'
import { answered, BEGAN } from '../handwritten-for-tests.ts'
import { History } from '../history.ts'
import { readRecorded } from '../recorded.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatecheck-at-hand-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A history that was read from a file, in which each body is as long as its place says. */
function readBack(lengths: readonly number[]) {
  const path = join(folder, 'history.jsonl')
  const history = new History(path)
  history.append(BEGAN)
  for (const [nth, length] of lengths.entries())
    history.append({ ...answered(200, { body: 'x'.repeat(length) }), n: nth + 1 })
  history.append({ kind: 'ended', at: 1, how: 'whole' })
  history.close()
  return readRecorded(path).recording
}

it('exchanges that are looked up are at hand for the next one who asks, so many of them', () => {
  const most = BOUNDS.exchangesAtHand.most
  const recording = readBack(new Array<number>(most + 1).fill(10))
  const first = recording.exchange(1)
  for (let n = 2; n <= most; n++) recording.exchange(n)
  expect(recording.exchange(1)).toBe(first)
  for (let n = 2; n <= most + 1; n++) recording.exchange(n)
  expect(recording.exchange(1)).not.toBe(first)
  expect(recording.exchange(1)).toEqual(first)
})

it('one that is long is read from its file each time', () => {
  const most = BOUNDS.exchangeBytesAtHand.most
  const recording = readBack([most - 2000, most])
  expect(recording.exchange(1)).toBe(recording.exchange(1))
  expect(recording.exchange(2)).not.toBe(recording.exchange(2))
})
