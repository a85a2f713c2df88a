import { appendFileSync, linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../entry/entries.ts'
import { answered } from '../handwritten-for-tests.ts'
import { History } from '../history.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatecheck-rewrite-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = () => join(folder, 'history.jsonl')
const text = () => readFileSync(path(), 'utf8')
const finding = (n: number, why: string): HistoryEntry => ({ kind: 'skipped', by: `x.${n}`, why })
const without = (entry: HistoryEntry): HistoryEntry =>
  entry.kind === 'skipped' ? { ...entry, why: entry.why.replaceAll('secret', '{{K1}}') } : entry

function rewritten(history: History, lines = Number.POSITIVE_INFINITY): boolean {
  const steps = history.rewrite(lines, without)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

function written(...whys: string[]): History {
  const history = new History(path())
  for (const [n, why] of whys.entries()) history.append(finding(n, why))
  history.write()
  return history
}

describe('rewriting a history', () => {
  it('writes a new private file and keeps digest, places and later lines', () => {
    const history = written('a secret', 'none')
    const exchange = answered(200, { path: '/v1/models' })
    history.append(exchange)
    history.write()
    linkSync(path(), join(folder, 'planted'))
    expect(rewritten(history)).toBe(true)
    history.append(finding(3, 'last'))
    expect(text()).not.toContain('secret')
    expect(readFileSync(join(folder, 'planted'), 'utf8')).not.toContain('last')
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).sort()).toEqual(['history.jsonl', 'planted'])
    expect([...history.recording].map((entry) => ('why' in entry ? entry.why : entry.kind))).toEqual([
      ...['a {{K1}}', 'none', 'exchange', 'last'],
    ])
    expect(history.recording.exchange(exchange.n)).toEqual(exchange)
    expect(history.recording.exchangesBy(exchange.purpose.by)).toEqual([exchange])
    history.hasToStand()
    history.close()
  })

  it('drops lines that something else added', () => {
    const history = written('a secret')
    appendFileSync(path(), '{"kind":"driven","by":"nobody"}\n')
    rewritten(history)
    expect(text()).not.toContain('nobody')
    history.close()
  })

  it('applies the change on reading if writing fails, and leaves no partial file', () => {
    const history = written('a secret', 'none')
    let calls = 0
    const steps = history.rewrite(2, (entry) => {
      // Calls 1 and 2 search; call 3 writes.
      if (++calls === 3) throw new Error('no space left on the device')
      return without(entry)
    })
    expect(() => {
      while (!steps.next().done);
    }).toThrow('no space')
    expect(readdirSync(folder)).toEqual(['history.jsonl'])
    expect(JSON.stringify([...history.recording])).not.toContain('secret')
    expect(text()).toContain('secret')
    history.hasToStand()
    expect(rewritten(history)).toBe(true)
    expect(text()).not.toContain('secret')
    history.close()
  })
})
