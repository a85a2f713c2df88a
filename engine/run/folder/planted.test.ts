import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BEGAN } from '../../history/handwritten-for-tests.ts'
import { History } from '../../history/history.ts'
import { readHistory } from '../../history/recorded.ts'
import { writeReport } from './files.ts'
import { OutFolder } from './out-folder.ts'

let parent: string
let out: string
let precious: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'gatecheck-planted-'))
  out = join(parent, 'out')
  precious = join(parent, 'precious')
  mkdirSync(out)
  mkdirSync(precious)
  for (const name of FILES) writeFileSync(join(precious, name), 'precious')
})
afterEach(() => rmSync(parent, { recursive: true }))

const FILES = ['notes.txt', 'history.jsonl', 'report.json', 'report.html']
const REPORTS = ['report.json', 'report.html', 'junit.xml', 'run.har']
const isSafe = () => {
  expect(readdirSync(precious).toSorted()).toEqual(FILES.toSorted())
  for (const name of FILES) expect(readFileSync(join(precious, name), 'utf8')).toBe('precious')
}
const pipe = (name: string) => execFileSync('mkfifo', [join(out, name)])

/** A run from its claim to its reports. */
function aRun({ keep = 5, meanwhile = () => {} } = {}): void {
  const folder = new OutFolder(out, { mostMs: 60_000, keep })
  try {
    const history = new History(folder.historyPath)
    history.append(BEGAN)
    folder.reached((path) => history.moveTo(path))
    history.append({ kind: 'ended', at: 1, how: 'whole' })
    history.close()
    meanwhile()
    for (const name of REPORTS) writeReport(join(folder.place, name), name, { isPrivate: name === 'run.har' })
  } finally {
    folder.release()
  }
}
const isWhole = () => {
  expect([...readHistory(join(out, 'history.jsonl'))]).toHaveLength(2)
  for (const name of REPORTS) expect(readFileSync(join(out, name), 'utf8')).toBe(name)
}

describe.skipIf(process.platform === 'win32')('what somebody has planted in the folder of a run', () => {
  it.each(['run.ballast', '.gitignore', 'history.jsonl.trial'])('a link %s leads nowhere', (name) => {
    symlinkSync(join(precious, 'notes.txt'), join(out, name))
    aRun()
    aRun()
    isSafe()
    isWhole()
  })

  it.each([
    ['links', symlinkSync],
    ['second names', linkSync],
  ])('%s that come while it runs are replaced by its reports', (_, plant) => {
    const meanwhile = () => {
      for (const name of REPORTS) plant(join(precious, 'notes.txt'), join(out, name))
    }
    aRun({ meanwhile })
    isSafe()
    isWhole()
  })

  it.each(REPORTS.concat('history.jsonl'))('a link %s where a killed run lies is no way out either', (name) => {
    if (name !== 'history.jsonl') writeFileSync(join(out, 'history.jsonl'), '')
    symlinkSync(join(precious, 'report.html'), join(out, name))
    try {
      aRun()
      isWhole()
    } catch (error) {
      expect(String(error)).toContain('no run of gatecheck')
    }
    isSafe()
  })

  it('a link in the place of a folder of ours is not gone into', () => {
    aRun()
    symlinkSync(precious, join(out, 'aborted'))
    symlinkSync(precious, join(out, 'earlier-2020-01-01T00-00-00'))
    aRun({ keep: 0 })
    isSafe()
    isWhole()
  })

  it('nor one in the place of the lock', () => {
    symlinkSync(join(precious, 'notes.txt'), join(out, 'run.lock'))
    expect(() => aRun()).toThrow('another run')
    isSafe()
  })

  it.each(['run.lock', 'history.jsonl', 'report.json', 'report.html', 'run.ballast'])(
    'a pipe %s is not waited for',
    (name) => {
      pipe(name)
      expect(() => aRun()).toThrow()
    },
  )
})

describe.skipIf(process.platform === 'win32')('what is for its owner', () => {
  const modeIn = (folder: string, name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8)

  it('stays so, and becomes so again where it was opened to others', () => {
    aRun()
    for (const name of ['history.jsonl', 'run.har']) {
      expect(modeIn(out, name)).toBe('600')
      chmodSync(join(out, name), 0o666)
    }
    aRun()
    const aside = join(out, readdirSync(out).find((name) => name.startsWith('earlier-'))!)
    for (const folder of [out, aside])
      for (const name of ['history.jsonl', 'run.har']) expect(modeIn(folder, name), folder).toBe('600')
  })
})

it('what a killed process had begun to write is taken away by the next run', () => {
  writeFileSync(join(out, '.gatecheck-0123456789abcdef.part'), 'half')
  aRun()
  expect(readdirSync(out).filter((name) => name.endsWith('.part'))).toEqual([])
})

it.skipIf(process.platform === 'win32')('a history that is a pipe or a device is none', () => {
  pipe('history.jsonl')
  expect(() => readHistory(join(out, 'history.jsonl'))).toThrow('is not a file')
  symlinkSync('/dev/zero', join(out, 'zero'))
  expect(() => readHistory(join(out, 'zero'))).toThrow('is not a file')
})
