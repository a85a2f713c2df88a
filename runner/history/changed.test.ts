import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HistoryEntry } from './entry/entries.ts'
import { ChangedHistory } from './file/seals.ts'
import { answered, BEGAN } from './handwritten-for-tests.ts'
import { History } from './history.ts'
import { readRecorded } from './recorded.ts'
import type { Recording } from './recording.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatecheck-changed-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const path = () => join(folder, 'history.jsonl')

const exchanges = [1, 2, 3].map((n) => ({ ...answered(404, { by: 'paths' }), n }))
const entries: HistoryEntry[] = [BEGAN, ...exchanges, { kind: 'ended', at: 1, how: 'whole' }]

function written(): History {
  const history = new History(path())
  for (const entry of entries) history.append(entry)
  history.close()
  return history
}

function readBack(): Recording {
  written()
  return readRecorded(path()).recording
}

/** As long as before, so that every place in the file is still the place of a line. */
const inPlace = (text: string) => text.replace('"status":404', '"status":202')
const ALTERATIONS: [how: string, alter: (text: string) => string][] = [
  ['another status', inPlace],
  ['two lines that changed places', (text) => swapped(text.split('\n')).join('\n')],
  ['a line less', (text) => text.split('\n').toSpliced(2, 1).join('\n')],
  ['nothing in it', () => ''],
]
const swapped = (lines: string[]) => lines.with(1, lines[2]!).with(2, lines[1]!)

/** Every way to read a recording, by judges and by reports. */
const READINGS: [how: string, read: (recording: Recording) => unknown][] = [
  ['from its beginning to its end', (recording) => [...recording]],
  ['by number', (recording) => [1, 2, 3].map((n) => recording.exchange(n))],
  ['by name', (recording) => recording.exchangesBy('paths')],
]

describe.each<[string, () => Recording]>([
  ['that was written here', () => written().recording],
  ['that was read here', () => readBack()],
])('a history %s', (_, recorded) => {
  describe.each(ALTERATIONS)('and now has %s', (_, alter) => {
    it.each(READINGS)('is not read %s', (_, read) => {
      const recording = recorded()
      writeFileSync(path(), alter(readFileSync(path(), 'utf8')))
      expect(() => read(recording)).toThrow(ChangedHistory)
    })
  })

  it('is not read where it is gone', () => {
    const recording = recorded()
    rmSync(path())
    for (const [, read] of READINGS) expect(() => read(recording)).toThrow(ChangedHistory)
  })
})

describe('a history that was written here', () => {
  it('stands, unless somebody has added to it', () => {
    const history = written()
    expect(() => history.hasToStand()).not.toThrow()
    appendFileSync(path(), '\n')
    expect(() => history.hasToStand()).toThrow(ChangedHistory)
  })

  it('does not stand where it was another one while it was read, and was changed back', () => {
    const history = written()
    const before = readFileSync(path())
    writeFileSync(path(), inPlace(before.toString()))
    expect(() => history.recording.exchange(1)).toThrow(ChangedHistory)
    writeFileSync(path(), before)
    expect(() => history.hasToStand()).toThrow(ChangedHistory)
  })

  it('has the digest of what was written, whatever the file holds', () => {
    const history = written()
    const digest = history.digest()
    writeFileSync(path(), inPlace(readFileSync(path(), 'utf8')))
    expect(history.digest()).toBe(digest)
  })
})
