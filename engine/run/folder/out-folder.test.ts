import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BEGAN } from '../../history/handwritten-for-tests.ts'
import { OutFolder } from './out-folder.ts'

let parent: string
let path: string
const claims: OutFolder[] = []
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'gatecheck-folder-'))
  path = join(parent, 'out')
})
afterEach(() => {
  for (const each of claims.splice(0)) each.release()
  rmSync(parent, { recursive: true })
})

function claim(keep?: number): OutFolder {
  const folder = new OutFolder(path, { mostMs: 60_000, ...(keep !== undefined && { keep }) })
  claims.push(folder)
  return folder
}

/** A run from its claim to its end. */
function aRun({
  how = 'whole',
  keep,
  reached = true,
}: {
  how?: string
  keep?: number
  reached?: boolean
} = {}): string {
  const folder = claim(keep)
  writeFileSync(folder.historyPath, `${JSON.stringify(BEGAN)}\n${JSON.stringify({ kind: 'ended', at: 1, how })}\n`)
  if (reached) folder.reached((to) => writeFileSync(to, readFileSync(join(path, 'aborted', 'history.jsonl'))))
  writeFileSync(join(folder.place, 'report.json'), JSON.stringify({ how }))
  folder.release()
  return folder.place
}

const names = () => readdirSync(path).toSorted()
const asides = () => names().filter((name) => name.startsWith('earlier-'))

describe('the folder of a run', () => {
  it('is made, with a .gitignore of its own, and holds nothing but the run when it is released', () => {
    aRun()
    expect(names()).toEqual(['.gitignore', 'history.jsonl', 'report.json'])
    expect(readFileSync(join(path, '.gitignore'), 'utf8')).toBe('*\n')
  })

  it('keeps an earlier run in its place until the next one has reached something, then moves it aside', () => {
    aRun()
    const folder = claim()
    expect(folder.place).not.toBe(path)
    expect(existsSync(join(path, 'report.json'))).toBe(true)
    expect([...folder.earlierHistory()]).toHaveLength(2)
    folder.release()
    aRun()
    expect(asides()).toHaveLength(1)
    expect(names()).not.toContain('aborted')
  })

  it('keeps as many earlier runs as it is told, the latest, and whatever else somebody put there', () => {
    for (let n = 0; n < 6; n++) aRun({ keep: 3 })
    expect(asides()).toHaveLength(3)
    writeFileSync(join(path, asides()[0]!, 'notes.txt'), 'mine')
    const [oldest] = asides()
    for (let n = 0; n < 4; n++) aRun({ keep: 2 })
    expect(readdirSync(join(path, oldest!))).toEqual(['notes.txt'])
    expect(asides().filter((name) => name !== oldest)).toHaveLength(2)
  })

  it('refuses a file of somebody else that is called like one of ours, and takes what a killed run left', () => {
    mkdirSync(path)
    writeFileSync(join(path, 'report.html'), 'precious')
    expect(() => claim()).toThrow(/the folder contains report.html, but no run of gatecheck/)
    expect(names()).toEqual(['report.html'])
    writeFileSync(join(path, 'history.jsonl'), '')
    expect(() => claim()).not.toThrow()
  })
})

describe('the lock', () => {
  const lockOf = (holder: object) => {
    mkdirSync(path)
    writeFileSync(join(path, 'run.lock'), `${JSON.stringify(holder)}\n`)
  }
  const later = new Date(Date.now() + 60_000).toISOString()
  const holder = { pid: process.pid, host: hostname(), since: '2026-01-01T00:00:00.000Z', until: later }

  it('keeps a second run out and says who holds it', () => {
    claim()
    expect(() => claim()).toThrow(
      new RegExp(`out is in use by another run \\(process ${process.pid} on ${hostname()}, since .*--out`),
    )
  })

  it.each<[string, object]>([
    ['of a process that is gone', { ...holder, pid: 2 ** 22 + 1 }],
    ['of an earlier process with the number of this one', holder],
    ['whose time is over, on another machine', { ...holder, host: 'elsewhere', until: '2026-01-01T00:00:00.000Z' }],
    ['that was cut off while it was written', {}],
  ])('is taken over %s', (_, stale) => {
    lockOf(stale)
    expect(() => claim()).not.toThrow()
  })

  it.each<[string, object]>([
    ['of a process that lives', { ...holder, pid: process.ppid }],
    ['of a machine that nobody can ask', { ...holder, host: 'elsewhere', pid: 2 ** 22 + 1 }],
  ])('is respected %s', (_, held) => {
    lockOf(held)
    expect(() => claim()).toThrow(/another run/)
  })
})
