import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Began, HistoryEntry } from './entry/entries.ts'
import type { Exchange } from './entry/exchange.ts'
import type { OnUnwritable } from './file/file-being-written.ts'
import { digestOf } from './file/lines.ts'
import { answered, BEGAN } from './handwritten-for-tests.ts'
import { History } from './history.ts'
import { readHistory } from './recorded.ts'
import type { Recording } from './recording.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatecheck-history-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const newPath = () => join(folder, `${++files}.jsonl`)

const began: Began = { ...BEGAN, keys: ['A'] }
const ended: HistoryEntry = { kind: 'ended', at: 1, how: 'whole' }

/** Written as they come in: those that take longer stand behind later ones. */
const exchanges: Exchange[] = [2, 1, 4, 3, 2000, 5].map((n) => ({
  ...answered(200, { by: n % 2 === 0 ? 'even' : 'odd', body: `the answer to ${n}` }),
  n,
}))
const entries = [began, ...exchanges, ended]

function written(path?: string, all: readonly HistoryEntry[] = entries): History {
  const history = new History(path)
  for (const entry of all) history.append(entry)
  history.close()
  return history
}

function readBack(text: string): Recording {
  const path = newPath()
  writeFileSync(path, text)
  return readHistory(path)
}

const text = (all: readonly unknown[]) => all.map((entry) => `${JSON.stringify(entry)}\n`).join('')

describe.each<[string, () => Recording]>([
  ['in memory', () => written().recording],
  ['in a file', () => written(newPath()).recording],
  ['read back', () => readBack(text(entries))],
])('a history %s', (_, recorded) => {
  it('shows what was written, as often as it is gone through', () => {
    const recording = recorded()
    expect([...recording]).toEqual(entries)
    expect([...recording]).toEqual(entries)
  })

  it('gives each exchange by its number', () => {
    const recording = recorded()
    for (const each of [...exchanges, ...exchanges]) expect(recording.exchange(each.n)).toEqual(each)
    for (const n of [0, 6, 2001, -1, 1.5, Number.NaN]) expect(recording.exchange(n)).toBeUndefined()
  })

  it('gives what was sent under one name, in its order', () => {
    const recording = recorded()
    expect(recording.exchangesBy('even').map(({ n }) => n)).toEqual([2, 4, 2000])
    expect(recording.exchangesBy('odd')).toEqual(exchanges.filter(({ n }) => n % 2 === 1))
    expect(recording.exchangesBy('nobody')).toEqual([])
  })
})

describe('a history in a file', () => {
  it('stands there with the turn of the event loop in which it happened', async () => {
    const path = newPath()
    const history = new History(path)
    for (const entry of entries) history.append(entry)
    await new Promise(setImmediate)
    expect(readFileSync(path, 'utf8')).toBe(text(entries))
    history.close()
  })

  it('is written by a process that ends at once, whatever made it end', () => {
    for (const end of ['process.exit(0)', 'throw new Error("odd")']) {
      const path = newPath()
      const script = `
        const { History } = await import(${JSON.stringify(new URL('./history.ts', import.meta.url).href)})
        const history = new History(${JSON.stringify(path)})
        for (const entry of ${JSON.stringify(entries)}) history.append(entry)
        ${end}`
      spawnSync(process.execPath, ['--input-type=module', '--eval', script])
      expect(readFileSync(path, 'utf8'), end).toBe(text(entries))
    }
  })

  describe.skipIf(!existsSync('/dev/full'))('where nothing more can be written', () => {
    const full = (onUnwritable?: OnUnwritable) => new History('/dev/full', onUnwritable)

    it('keeps in memory what happens from then on, and says so to whoever asked', async () => {
      const heard: unknown[] = []
      const history = full((error) => {
        heard.push(error)
        return false
      })
      history.append(began)
      await new Promise(setImmediate)
      for (const each of [...exchanges, ended]) history.append(each)
      expect([...history.recording]).toEqual(entries)
      expect(history.recording.exchange(2000)).toMatchObject({ n: 2000 })
      expect(history.recording.exchangesBy('even').map(({ n }) => n)).toEqual([2, 4, 2000])
      expect(heard).toEqual([expect.objectContaining({ code: 'ENOSPC' })])
      history.close()
    })
  })

  it.each([6_000, 12_000])('leaves whole lines behind where a file may hold %i bytes', (most) => {
    const path = newPath()
    const module = JSON.stringify(new URL('./history.ts', import.meta.url).href)
    const script = `import { History } from ${module}
      const history = new History(${JSON.stringify(path)})
      const all = ${JSON.stringify(Array.from({ length: 40 }, () => exchanges).flat())}
      for (const entry of [${JSON.stringify(began)}, ...all]) {
        history.append(entry)
        await new Promise(setImmediate)
      }
      process.stdout.write(String([...history.recording].length))`
    const child = spawnSync('bash', [
      '-c',
      `ulimit -f ${Math.floor(most / 1024)} && exec "$0" --input-type=module --eval "$1"`,
      process.execPath,
      script,
    ])
    expect(child.stdout.toString()).toBe('241')
    const lines = readFileSync(path, 'utf8').split('\n')
    expect(lines.pop()).toBe('')
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.length).toBeLessThan(241)
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
  })

  it('knows the digest of its file', () => {
    const path = newPath()
    const digest = createHash('sha256').update(text(entries)).digest('hex')
    expect(written(path).digest()).toBe(digest)
    expect(digestOf(path)).toBe(digest)
    expect(readFileSync(path, 'utf8')).toBe(text(entries))
    expect(written().digest()).toBe(digest)
  })
})

describe('a recorded run', () => {
  it('is read without a last line that was cut off', () => {
    expect([...readBack(text(entries).slice(0, -5))]).toEqual(entries.slice(0, -1))
  })

  it.each<[string, string, RegExp]>([
    ['a line that is not JSON', `${text([began])}no\n${text([ended])}`, /line 2 is not JSON$/],
    ['an empty line', `${text([began])}\n${text([ended])}`, /line 2 is not JSON$/],
    ['another beginning', text([ended]), /is not the history of a run$/],
    ['a beginning that was cut off', text([began]).slice(0, -1), /is not the history of a run$/],
    ['nothing', '', /is not the history of a run$/],
    [
      'an older format',
      text([{ ...began, format: 1 }]),
      /has format 1, and this version reads format 2: judge it with the gatecheck version/,
    ],
  ])('is not read where there is %s', (_, content, why) => {
    expect(() => readBack(content)).toThrow(why)
  })
})

it('writes down what an entry was turned into, and tells its listeners no more', () => {
  const history = new History(undefined, undefined, {
    disguise: (entry) => (entry.kind === 'gap' ? { ...entry, case: '{{W1}}' } : entry),
  })
  const heard: unknown[] = []
  history.listen((entry) => heard.push(entry))
  history.append({ kind: 'gap', by: 'a check', case: 'nightingale', why: 'x' })
  expect([...history.recording, ...heard]).toEqual(
    Array(2).fill({ kind: 'gap', by: 'a check', case: '{{W1}}', why: 'x' }),
  )
})
