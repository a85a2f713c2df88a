import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunOptions } from '../engine/run/run.ts'
import { startEmbedded } from '../fixtures/embedded.ts'
import { perform } from './perform.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatecheck-changed-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const history = () => join(folder, 'history.jsonl')
const text = () => readFileSync(history(), 'utf8')
/** What a failing server answered, made into what a good one would have. */
const prettified = () => text().replaceAll('"status":404', '"status":403')

/** What another process of the same user may do to the file while it is written. */
const ATTACKS: [how: string, attack: () => void][] = [
  ['writes other words into it', () => writeFileSync(history(), prettified())],
  [
    'puts a link to another file into its place',
    () => {
      copyFileSync(history(), join(folder, 'mine'))
      rmSync(history())
      symlinkSync(join(folder, 'mine'), history())
    },
  ],
  ['takes it away', () => rmSync(history())],
]

async function runUnder(attack: () => void, besides: Partial<RunOptions> = {}) {
  const { provision, close } = await startEmbedded()
  let attacked = false
  try {
    return await perform({
      provision,
      local: true,
      out: folder,
      report: [],
      wishes: { profile: 'smoke', only: ['paths'], pollIntervalMs: 5, seed: 1 },
      ...besides,
      onProgress: ({ requests }) => {
        if (attacked || requests < 12) return
        attacked = true
        // Behind what is written in this turn.
        setImmediate(() => setImmediate(attack))
      },
    })
  } finally {
    expect(attacked).toBe(true)
    await close()
  }
}

describe('a run whose history something else writes into', () => {
  it.each(ATTACKS)('has no verdict, and says why, where it %s', async (_, attack) => {
    const { finished, record } = await runUnder(attack)
    expect(finished.report).toMatchObject({ verdict: 'inconclusive', exit: 2, faults: [] })
    expect(finished.report.reason).toMatch(/history\.jsonl was changed .*nothing can be concluded/i)
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({ verdict: 'inconclusive' })
    expect([...record.history].map(({ kind }) => kind)).toEqual(['began', 'ended'])
  })

  it('was interrupted all the same, if it was', async () => {
    const interrupt = new AbortController()
    const { finished } = await runUnder(
      () => {
        rmSync(history())
        interrupt.abort()
      },
      { interrupt: interrupt.signal },
    )
    expect(finished.report.exit).toBe(130)
  })
})
