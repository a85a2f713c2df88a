import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'

const asked: ((error?: Error) => void)[] = []
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  fdatasync: (_: number, done: (error?: Error) => void) => asked.push(done),
}))
const { Syncing } = await import('./syncing.ts')
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('asks the disk once for all who come while it is at work', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-sync-'))
  const syncing = new Syncing(openSync(join(folder, 'x'), 'w'))
  const done: number[] = []
  void syncing.done().then(() => done.push(1))
  await turn()
  for (const n of [2, 3, 4]) void syncing.done().then(() => done.push(n))
  await turn()
  expect(asked).toHaveLength(1)
  asked[0]!()
  await turn()
  // What came later was written later: it is not on the disk yet.
  expect([done, asked.length]).toEqual([[1], 2])
  asked[1]!()
  await turn()
  expect(done).toEqual([1, 2, 3, 4])
  rmSync(folder, { recursive: true })
})
