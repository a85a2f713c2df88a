import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../cli/tests/command.ts'
import { startEmbedded } from '../../../fixtures/embedded.ts'
import { htmlReport } from '../../../reporters/html/page.ts'
import { perform } from '../../run/perform.ts'
import { recordedRun } from '../../run/recorded-run.ts'
import type { Statement } from '../document/statement.ts'
import { statementOf } from '../document/statement.ts'
import { besideHistory } from './beside.ts'

let folder: ReturnType<typeof temporaryFolder>
const CHOSEN = 'Our_results 1.json'
/** The certified files: html, JUnit, HAR and CTRF of one short run. */
let statement: Statement
const within = (...path: string[]) => join(folder.path, ...path)

beforeAll(async () => {
  folder = temporaryFolder()
  const { provision, close } = await startEmbedded()
  try {
    const { finished, written, place } = await perform({
      ...{ provision, local: true, out: within('run') },
      report: ['html', 'junit', 'har', `ctrf=${within('run', CHOSEN)}`],
      wishes: { profile: 'smoke', only: ['paths'], pollIntervalMs: 5, seed: 1 },
    })
    const files = [...written.digests].map(([path, sha256]) => ({ name: path.slice(place!.length + 1), sha256 }))
    statement = statementOf(finished.report, undefined, files) as Statement
  } finally {
    await close()
  }
})
afterAll(() => folder.remove())

function lookedAt(change: (dir: string) => void = () => undefined, isCertified = true) {
  const dir = within('other', 'copy')
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(join(dir, '..'), { recursive: true })
  cpSync(within('run'), dir, { recursive: true })
  change(dir)
  const { problems, ...rest } = besideHistory(dir, recordedRun(dir), isCertified ? statement : undefined)
  return { ...rest, found: problems.map(({ what, where }) => `${what}: ${where}`) }
}
const changing = (name: string, from: string | RegExp, to: string) => (dir: string) => {
  const text = readFileSync(join(dir, name), 'utf8')
  expect(text.replace(from, to)).not.toBe(text)
  writeFileSync(join(dir, name), text.replace(from, to))
}

describe('files beside a certified history', () => {
  it('agree with it after moving the folder', () => {
    expect(lookedAt()).toEqual({
      at: ['history.jsonl', CHOSEN, 'junit.xml', 'report.html', 'report.json', 'run.har'],
      ...{ not: [], uncovered: [], found: [] },
    })
  })

  it.each<[string, string | RegExp, string]>([
    ['junit.xml', 'gatecheck', 'gatecheek'],
    ['run.har', '"status":404', '"status":200'],
    ['run.har', /$/, '\n'],
    [CHOSEN, /$/, '\n'],
  ])('is reported as changed: %s', (name, from, to) => {
    expect(lookedAt(changing(name, from, to)).found).toEqual([`file-differs: ${name}`])
  })

  it('are named if they cannot be verified', () => {
    const { uncovered, found } = lookedAt((dir) => {
      for (const name of ['summary.md', 'ctrf.json', 'notes.txt']) writeFileSync(join(dir, name), '')
    })
    expect([uncovered, found]).toEqual([['ctrf.json', 'summary.md'], []])
  })

  it('are named if they are missing', () => {
    const { not } = lookedAt((dir) => {
      for (const name of ['report.html', 'junit.xml']) rmSync(join(dir, name))
    })
    expect(not).toEqual(['report.html', 'junit.xml'].map((name) => `${name} (not in ${within('other', 'copy')})`))
  })
})

describe('a page beside a history', () => {
  const drawn = (dir: string, historyPath: string) => {
    const { report, entries: history } = recordedRun(dir)
    writeFileSync(join(dir, 'report.html'), htmlReport({ report, history, historyPath }))
  }

  it('may have been regenerated, in this folder or from a parent folder', () => {
    for (const path of [within('other', 'copy', 'history.jsonl'), 'copy/history.jsonl', './other/copy/history.jsonl'])
      expect(lookedAt((dir) => drawn(dir, path)).found).toEqual([])
  })

  it.each([
    '/tmp/elsewhere/history.jsonl',
    '../../elsewhere/history.jsonl',
    'elsewhere/history.jsonl',
    `x'; id/history.jsonl`,
  ])('is refused with another path: %s', (path) => {
    expect(lookedAt((dir) => drawn(dir, path)).found).toEqual(['page-differs: report.html'])
  })

  it('contains only the paths in its commands', () => {
    const elsewhere = encodeURIComponent('/tmp/elsewhere/history.jsonl')
    const change = changing('report.html', /(<meta name="gatecheck-history" content=")[^"]*/, `$1${elsewhere}`)
    expect(lookedAt(change).found).toEqual(['page-differs: report.html'])
  })

  it('is refused if it belongs to another history', () => {
    const { found } = lookedAt((dir) => {
      const lines = readFileSync(join(dir, 'history.jsonl'), 'utf8').replace('"seed":1', '"seed":2')
      writeFileSync(join(dir, 'mine'), lines)
      renameSync(join(dir, 'mine'), join(dir, 'history.jsonl'))
      rmSync(join(dir, 'report.json'))
    }, false)
    expect(found).toEqual(['page-differs: report.html'])
  })
})
