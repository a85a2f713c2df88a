import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { HistoryEntry, Resumed } from './entry/entries.ts'
import type { Exchange } from './entry/exchange.ts'
import { answered, BEGAN } from './handwritten-for-tests.ts'
import { History } from './history.ts'
import { digestOf } from './history-file.ts'
import { readHistory, readRecorded } from './recorded.ts'
import type { Recording } from './recording.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatecheck-history-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const newPath = () => join(folder, `${++files}.jsonl`)

const began: HistoryEntry = { ...BEGAN, keys: ['A'] }
const ended: HistoryEntry = { kind: 'ended', at: 1, how: 'whole' }
const exchanges: Exchange[] = [2, 1, 4, 3, 2000, 5].map((n) => ({
  ...answered(200, { by: n % 2 === 0 ? 'even' : 'odd', body: `the answer to ${n}` }),
  n,
}))
const [one, two] = exchanges as [Exchange, Exchange]
const entries = [began, ...exchanges, ended]

function written(path?: string): History {
  const history = new History(path)
  for (const entry of entries) history.append(entry)
  history.close()
  return history
}

const text = (all: readonly unknown[]) => all.map((entry) => `${JSON.stringify(entry)}\n`).join('')
const half = (entry: unknown) => `${JSON.stringify(entry).slice(0, 40)}\n`

function fileOf(...lines: unknown[]): string {
  const path = newPath()
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : text([line]))).join(''))
  return path
}

/** Runs `script` with `history`, a new one in a file, and all entries. */
function inProcess(script: string, limit = 'unlimited') {
  const path = newPath()
  const child = spawnSync('bash', [
    ...['-c', `ulimit -f ${limit}; exec "$0" --input-type=module --eval "$1"`, process.execPath],
    `const { History } = await import(${JSON.stringify(new URL('./history.ts', import.meta.url).href)})
     const entries = ${JSON.stringify(entries)}
     const errors = []
     const history = new History(${JSON.stringify(path)}, (error) => errors.push(error.code))
     ${script}`,
  ])
  return { stdout: child.stdout.toString(), file: readFileSync(path, 'utf8') }
}

describe.each<[string, () => Recording]>([
  ['in memory', () => written().recording],
  ['in a file', () => written(newPath()).recording],
  ['read from a file', () => readHistory(fileOf(...entries))],
])('a history %s', (_, recorded) => {
  it('returns its entries any number of times', () => {
    const recording = recorded()
    expect([...recording]).toEqual(entries)
    expect([...recording]).toEqual(entries)
  })

  it('returns an exchange by its number', () => {
    const recording = recorded()
    for (const each of [...exchanges, ...exchanges]) expect(recording.exchange(each.n)).toEqual(each)
    for (const n of [0, 6, 2001, -1, 1.5, Number.NaN]) expect(recording.exchange(n)).toBeUndefined()
  })

  it('returns the exchanges of a check in their order', () => {
    const recording = recorded()
    expect(recording.exchangesBy('even').map(({ n }) => n)).toEqual([2, 4, 2000])
    expect(recording.exchangesBy('odd')).toEqual(exchanges.filter(({ n }) => n % 2 === 1))
    expect(recording.exchangesBy('other')).toEqual([])
  })
})

describe('a history in a file', () => {
  it('is a private file of JSON lines with a digest', () => {
    const path = newPath()
    expect(written(path).digest()).toBe(digestOf(path))
    expect(readFileSync(path, 'utf8')).toBe(text(entries))
    expect(written().digest()).toBe(digestOf(path))
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('is read while it is written', () => {
    const history = new History(newPath())
    for (const [index, entry] of entries.entries()) {
      history.append(entry)
      expect([...history.recording]).toEqual(entries.slice(0, index + 1))
    }
    history.close()
  })

  it('is on the disk when a note resolves', async () => {
    const path = newPath()
    const history = new History(path)
    history.append(began)
    expect(await history.note(() => ended)).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe(text([began, ended]))
    history.close()
  })

  it.each(['process.exit(0)', 'throw new Error()'])('is complete if the process ends by %s', (end) => {
    expect(inProcess(`for (const entry of entries) history.append(entry); ${end}`).file).toBe(text(entries))
  })

  it.skipIf(process.platform === 'win32')('keeps entries in memory if the disk is full', () => {
    const { stdout, file } = inProcess(
      `for (let n = 0; n < 40; n++) for (const entry of entries) {
         history.append(entry)
         await new Promise(setImmediate)
         if (n === 20) history.write()
       }
       console.log(JSON.stringify([[...history.recording].length, history.recording.exchange(5).n, errors]))`,
      '12',
    )
    expect(JSON.parse(stdout)).toEqual([40 * entries.length, 5, ['EFBIG']])
    expect(file.length).toBe(12 * 1024)
  })

  it('redacts entries before it writes them or calls its listeners', () => {
    const gap: HistoryEntry = { kind: 'gap', by: 'a check', case: 'nightingale', why: 'x' }
    const history = new History(undefined, undefined, { redact: (entry) => ({ ...entry, case: '{{W1}}' }) as never })
    const heard: unknown[] = []
    history.listen((entry) => heard.push(entry))
    expect(history.append(gap)).toEqual(gap)
    const redacted = { ...gap, case: '{{W1}}' }
    expect([...history.recording, ...heard]).toEqual([redacted, redacted])
  })
})

describe('a recorded history', () => {
  it.each<[string, unknown[], RegExp]>([
    ['a line that is not JSON', [began, 'no\n', ended], /line 2 is not JSON$/],
    ['an empty line', [began, '\n', ended], /line 2 is not JSON$/],
    ['another first line', [ended], /is not the history of a run$/],
    ['an incomplete first line', [text([began]).slice(0, -1)], /is not the history of a run$/],
    ['nothing', [], /is not the history of a run$/],
    ['two exchanges with one number', [began, one, one], /line 3 .*: n: duplicate exchange 2$/],
    [
      'a field of another type',
      [began, { ...one, at: '1' }],
      /line 2 is not a valid history entry: at: must be number/,
    ],
    [
      'another format',
      [{ ...began, format: 1 }],
      /has format 1, and this version reads formats 2 and 3: judge it with/,
    ],
  ])('is refused with %s', (_, lines, why) => {
    expect(() => readHistory(fileOf(...lines))).toThrow(why)
  })

  it('is refused with a line that is too long', () => {
    const path = fileOf('{"kind":"began"}')
    truncateSync(path, 2 ** 27)
    expect(() => readHistory(path)).toThrow(/line of more than/)
  })

  it('is read without an incomplete last line', () => {
    const path = fileOf(began, one, half(two).trim())
    for (const how of ['none', 'up to it', 'beside it'] as const) {
      const { recording, cutOff } = readRecorded(path, how)
      expect([[...recording], cutOff]).toEqual([[began, one], true])
    }
  })

  it('is read up to a damaged line', () => {
    const { recording, damaged, cutOff, sha256 } = readRecorded(fileOf(began, one, half(two), ended), 'up to it')
    expect([[...recording], damaged, cutOff]).toEqual([[began, one], [3], false])
    expect(sha256).toBe(digestOf(fileOf(began, one, half(two), ended)))
  })

  it('is read without its damaged lines to find its jobs', () => {
    const { recording, damaged } = readRecorded(fileOf(began, half(one), two, 'no\n', ended), 'beside it')
    expect([[...recording], damaged]).toEqual([
      [began, two, ended],
      [2, 4],
    ])
    expect(recording.exchange(two.n)).toEqual(two)
  })

  it('is read completely if it is longer than what is kept in memory', () => {
    const long = (n: number, length: number) => ({
      ...answered(200, { by: `phase ${n % 3}`, body: 'x'.repeat(length) }),
      n,
    })
    const all = Array.from({ length: 1000 }, (_, index) => long(index + 1, index % 100 === 0 ? 40_000 : 30_000))
    const damaged = [10, 990]
    const lines = [began, ...all].map((entry, index) => (damaged.includes(index + 1) ? half(entry) : entry))
    const { recording, damaged: found } = readRecorded(fileOf(...lines, ended), 'beside it')
    const kept = all.filter(({ n }) => !damaged.includes(n + 1))
    expect(found).toEqual(damaged)
    for (let time = 0; time < 2; time++) expect([...recording]).toEqual([began, ...kept, ended])
    for (const n of [1, 2, 101, 998, 1000]) expect(recording.exchange(n)).toEqual(all[n - 1])
    expect(recording.exchangesBy('phase 1')).toEqual(kept.filter(({ n }) => n % 3 === 1))
  })

  it('is continued after its last complete line', () => {
    const resumed: Resumed = { kind: 'resumed', at: 1, startedAt: BEGAN.startedAt, abandoned: [] }
    const path = fileOf(began, one)
    appendFileSync(path, half(two).trim())
    const history = new History(path, undefined, { before: readRecorded(path, 'beside it').recording })
    history.append(resumed)
    history.append(two)
    expect([...history.recording]).toEqual([began, one, resumed, two])
    expect(history.recording.exchange(one.n)).toEqual(one)
    history.close()
    expect(readFileSync(path, 'utf8')).toBe(text([began, one, resumed, two]))
  })
})
