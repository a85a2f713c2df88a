import { execFileSync } from 'node:child_process'
import {
  existsSync,
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
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Ended } from '../../history/entry/entries.ts'
import { BEGAN } from '../../history/handwritten-for-tests.ts'
import { History } from '../../history/history.ts'
import { readHistory } from '../../history/recorded.ts'
import { writeReport } from './files.ts'
import { OutFolder } from './out-folder.ts'

let parent: string
let path: string
let precious: string
const claims: OutFolder[] = []
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'gatecheck-folder-'))
  path = join(parent, 'out')
  precious = join(parent, 'precious')
  mkdirSync(precious)
  for (const name of PRECIOUS) writeFileSync(join(precious, name), 'precious')
})
afterEach(() => {
  for (const each of claims.splice(0)) each.release()
  rmSync(parent, { recursive: true })
})

const PRECIOUS = ['history.jsonl', 'notes.txt', 'report.html', 'report.json']
const REPORTS = ['junit.xml', 'report.html', 'report.json', 'run.har']
const inOut = (name: string) => join(path, name)
const names = () => readdirSync(path).toSorted()
const asides = () => names().filter((name) => name.startsWith('earlier-'))

function claim(keep?: number): OutFolder {
  const folder = new OutFolder(path, { mostMs: 60_000, ...(keep !== undefined && { keep }) })
  claims.push(folder)
  return folder
}

type Asked = { keep?: number; how?: Ended['how']; meanwhile?: () => void }

/** A run from its claim to its reports. */
function run({ keep, how = 'whole', meanwhile }: Asked = {}): string {
  const folder = claim(keep)
  const history = new History(folder.historyPath)
  history.append(BEGAN)
  if (how !== 'no target') folder.reached((to) => history.moveTo(to))
  history.append({ kind: 'ended', at: 1, how })
  history.close()
  meanwhile?.()
  for (const name of REPORTS) writeReport(join(folder.place, name), name, { isPrivate: name === 'run.har' })
  folder.release()
  return folder.place
}

function expectComplete(): void {
  expect([...readHistory(inOut('history.jsonl'))]).toHaveLength(2)
  for (const name of REPORTS) expect(readFileSync(inOut(name), 'utf8')).toBe(name)
}

function expectPrecious(): void {
  expect(readdirSync(precious).toSorted()).toEqual(PRECIOUS)
  for (const name of PRECIOUS) expect(readFileSync(join(precious, name), 'utf8')).toBe('precious')
}

describe('the folder of a run', () => {
  it('is created with a .gitignore and contains only the run when it is released', () => {
    run()
    expect(names()).toEqual(['.gitignore', 'history.jsonl', ...REPORTS])
    expect(readFileSync(inOut('.gitignore'), 'utf8')).toBe('*\n')
    expectComplete()
  })

  it('moves an earlier run aside once the next one has reached its server', () => {
    run()
    const folder = claim()
    expect(folder.place).not.toBe(path)
    expect(existsSync(inOut('report.json'))).toBe(true)
    expect([...folder.earlierHistory()]).toHaveLength(2)
    folder.release()
    expect(run({ how: 'no target' })).toBe(inOut('aborted'))
    run()
    expect(asides()).toHaveLength(1)
    expect(names()).not.toContain('aborted')
  })

  it('keeps the latest earlier runs and files of others', () => {
    for (let n = 0; n < 6; n++) run({ keep: 3 })
    expect(asides()).toHaveLength(3)
    const [oldest] = asides()
    writeFileSync(join(path, oldest!, 'notes.txt'), 'mine')
    for (let n = 0; n < 4; n++) run({ keep: 2 })
    expect(readdirSync(inOut(oldest!))).toEqual(['notes.txt'])
    expect(asides().filter((name) => name !== oldest)).toHaveLength(2)
  })

  it('is refused with a file of another program, but not with what a killed run left', () => {
    mkdirSync(path)
    writeFileSync(inOut('report.html'), 'precious')
    expect(() => claim()).toThrow(/the folder contains report.html, but no run of gatecheck/)
    expect(names()).toEqual(['report.html'])
    writeFileSync(inOut('history.jsonl'), '')
    writeFileSync(inOut('.gatecheck-0123456789abcdef.part'), 'half')
    run()
    expect(names().filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe.skipIf(process.platform === 'win32')('the files of a run', () => {
  beforeEach(() => mkdirSync(path))

  it('are private if they contain requests and responses', () => {
    run()
    for (const name of ['history.jsonl', 'run.har']) expect(statSync(inOut(name)).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['links', symlinkSync],
    ['hard links', linkSync],
  ])('replace %s that appear during the run', (_, plant) => {
    const meanwhile = () => {
      for (const name of REPORTS) plant(join(precious, 'notes.txt'), inOut(name))
    }
    run({ meanwhile })
    expectPrecious()
    expectComplete()
  })

  it.each(['.gitignore', 'history.jsonl', ...REPORTS])('are not written through a link %s', (name) => {
    if (name !== 'history.jsonl') writeFileSync(inOut('history.jsonl'), '')
    symlinkSync(join(precious, 'report.html'), inOut(name))
    try {
      run()
      expectComplete()
    } catch (error) {
      expect(String(error)).toContain('no run of gatecheck')
    }
    expectPrecious()
  })

  it('are not read through links in place of folders', () => {
    run()
    symlinkSync(precious, inOut('aborted'))
    symlinkSync(precious, inOut('earlier-2020-01-01T00-00-00'))
    run({ keep: 0 })
    expectPrecious()
    expectComplete()
  })

  it.each(['run.lock', 'history.jsonl', 'report.json', 'report.html'])('are not replaced by a pipe %s', (name) => {
    execFileSync('mkfifo', [inOut(name)])
    expect(() => run()).toThrow()
  })

  it('cannot be read from a pipe or a device', () => {
    execFileSync('mkfifo', [inOut('pipe')])
    for (const each of [inOut('pipe'), '/dev/zero']) expect(() => readHistory(each)).toThrow('is not a file')
  })
})

describe('the lock of a folder', () => {
  const later = new Date(Date.now() + 60_000).toISOString()
  const holder = { pid: process.pid, host: hostname(), since: '2026-01-01T00:00:00.000Z', until: later }
  beforeEach(() => mkdirSync(path))

  it('refuses a second run and names the first', () => {
    claim()
    expect(() => claim()).toThrow(
      new RegExp(`out is in use by another run \\(process ${process.pid} on ${hostname()}, since .*--out`),
    )
  })

  it.each<[string, object]>([
    ['of a dead process', { ...holder, pid: 2 ** 22 + 1 }],
    ['with its own process id that it did not create', holder],
    ['of another host whose time is over', { ...holder, host: 'elsewhere', until: '2026-01-01T00:00:00.000Z' }],
    ['that is incomplete', {}],
  ])('is taken over %s', (_, stale) => {
    writeFileSync(inOut('run.lock'), JSON.stringify(stale))
    expect(() => claim()).not.toThrow()
  })

  it.each<[string, object]>([
    ['a live process', { ...holder, pid: process.ppid }],
    ['another host', { ...holder, host: 'elsewhere', pid: 2 ** 22 + 1 }],
  ])('is respected if it belongs to %s', (_, held) => {
    writeFileSync(inOut('run.lock'), JSON.stringify(held))
    expect(() => claim()).toThrow(/another run/)
  })

  it.skipIf(process.platform === 'win32')('is not written through a link', () => {
    symlinkSync(join(precious, 'notes.txt'), inOut('run.lock'))
    expect(() => run()).toThrow('another run')
    expectPrecious()
  })
})
