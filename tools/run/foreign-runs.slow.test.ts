import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UsageError } from '../../engine/config/target.ts'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { againLine } from '../../reporters/causes/again.ts'
import { REPORTERS } from '../../reporters/index.ts'
import { observedIn } from '../drift/baseline/baseline.ts'
import { baselineText } from '../drift/baseline/file.ts'
import { perform } from './perform.ts'
import { recordedRun } from './recorded-run.ts'

let folder: string
let lines: string[]
const place = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatecheck-foreign-'))
  const { provision, close } = await startEmbedded()
  try {
    const wishes = { profile: 'smoke', pollIntervalMs: 5, seed: 1 } as const
    await perform({ provision, local: true, out: folder, report: [], wishes })
  } finally {
    await close()
  }
  lines = readFileSync(place('history.jsonl'), 'utf8').trimEnd().split('\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

const written = (text: string, name = 'history.jsonl') => writeFileSync(place(name), text)

/** All reports of a recorded run, or the error. */
function madeOf(text: string): string[] | string {
  written(text)
  try {
    const run = recordedRun(folder)
    const record = { report: run.report, history: run.entries, historyPath: place('history.jsonl') }
    expect(run.report.exit, run.report.faults.join('\n')).not.toBe(70)
    const baseline = baselineText({ ...observedIn(run), accepted: [] })
    return [againLine(record), baseline, ...Object.values(REPORTERS).map(({ render }) => render(record))]
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
}

describe('a history from elsewhere', () => {
  it.each<[string, (text: string) => string, RegExp]>([
    [
      'a profile',
      (text) => text.replace('"profile":"smoke"', '"profile":"x; id"'),
      /line 1 .*configuration\/profile: /,
    ],
    ['a seed', (text) => text.replace('"seed":1', '"seed":"1; id"'), /line 1 .*configuration\/seed: .*integer/],
    ['a pattern', (text) => text.replace('"only":[]', '"only":[7]'), /line 1 .*configuration\/only\/0: .*string/],
    [
      'a check',
      (text) => text.replace('"planned":[{"id":"', '"planned":[{"id":"no.'),
      /this version has no check no\./,
    ],
    [
      'a mark',
      (text) => text.replace('"purpose":{', '"purpose":{"mark":{"kind":"call of a page"},'),
      /purpose\/mark\/preflight/,
    ],
  ])('is refused for %s that is invalid, with its place', (_, alter, why) => {
    const text = `${lines.join('\n')}\n`
    expect(alter(text)).not.toBe(text)
    expect(madeOf(alter(text))).toMatch(why)
  })

  it('may have any text in any place, and no command contains it unquoted', () => {
    const only = `a\n';$(id) \`id\` \u001b[2J`
    const made = madeOf(`${lines.join('\n')}\n`.replace('"only":[]', JSON.stringify({ only: [only] }).slice(1, -1)))
    expect(made[0]).toContain(String.raw`--only $'a\n\x27;$(id) ${'`'}id${'`'} \x1b[2J'`)
  })
})
