import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startEmbedded } from '../fixtures/embedded.ts'
import type { Progress } from '../runner/run/progress.ts'
import { perform } from './perform.ts'

it('counts no check as done before a request, and all of them at the end', async () => {
  const out = mkdtempSync(join(tmpdir(), 'gatecheck-progress-'))
  const { provision, close } = await startEmbedded()
  const told: Progress[] = []
  try {
    // Without its other keys, many checks are skipped.
    const { A } = provision.keys
    const onlyOneKey = { ...provision, keys: { A } }
    const wishes = { profile: 'standard', pollIntervalMs: 5, seed: 1 } as const
    await perform({
      provision: onlyOneKey,
      local: true,
      out,
      report: [],
      wishes,
      onProgress: (each) => told.push(each),
    })
  } finally {
    await close()
    rmSync(out, { recursive: true })
  }
  for (const { requests, checksDone } of told) if (requests === 0) expect(checksDone).toBe(0)
  const { checks, checksDone } = told.at(-1)!
  expect(checksDone).toBe(checks)
})
