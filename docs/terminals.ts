import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { asEmbedded, type Embedded } from '../fixtures/embedded.ts'
import { FAULTS } from '../fixtures/faults/index.ts'
import { layerOf } from '../fixtures/layer-of.ts'
import { terminalReport } from '../reporters/terminal/terminal.ts'
import type { Keys } from '../runner/keys/vault.ts'
import { type RunOptions, run } from '../runner/run/run.ts'
import type { Wishes } from '../runner/settings/configuration.ts'
import { startService } from '../service/start.ts'
import { SUITES } from '../suites/index.ts'

/** Writes docs/terminal/: the output of runs that pass, fail, warn, find no server, are interrupted or judge nothing. */
const FOLDER = new URL('./terminal/', import.meta.url)
const PORT = 4010
const WIDTH = 100

type Told = {
  faults?: readonly string[]
  wishes?: Wishes
  /** Without its others, A alone. */
  keys?: (keys: Keys) => Keys
  interruptAfterMs?: number
  isDown?: true
}

const RUNS: Record<string, Told> = {
  passing: { wishes: { profile: 'full' } },
  failing: {
    faults: [
      'unknown-key-reads-usage-once-it-is-cached',
      'fps-of-121-taken',
      'put-answered-500',
      'foreign-job-answered-403',
      'status-with-a-space-behind-it',
    ],
    wishes: { profile: 'full' },
  },
  warned: { faults: ['usage-never-moves'], wishes: { profile: 'standard' } },
  refused: { isDown: true },
  interrupted: { wishes: { profile: 'standard', pollIntervalMs: 300 }, interruptAfterMs: 1500 },
  empty: { wishes: { only: ['auth.revoked-key'] }, keys: ({ A }) => ({ A }) },
}

async function printed({ faults = [], wishes = {}, keys, interruptAfterMs, isDown }: Told): Promise<string> {
  const layers = FAULTS.filter(({ id }) => faults.includes(id)).map(layerOf)
  if (layers.length < faults.length) throw new Error(`not all of ${faults.join(', ')} are known`)
  const { provision, close }: Embedded = asEmbedded(await startService({ port: PORT, polls: 4, layers }))
  if (isDown) await close()
  const options: RunOptions = {
    provision: { ...provision, ...(keys && { keys: keys(provision.keys) }) },
    wishes: { pollIntervalMs: 20, seed: 7, ...wishes },
    suites: SUITES,
    ...(interruptAfterMs !== undefined && { interrupt: AbortSignal.timeout(interruptAfterMs) }),
  }
  const { report, entries: history } = await run(options)
  if (!isDown) await close()
  const reports = ['.gatecheck/report.json', '.gatecheck/report.html']
  return terminalReport({ report, history }, { color: false, width: WIDTH, reports })
}

mkdirSync(FOLDER, { recursive: true })
for (const [name, told] of Object.entries(RUNS))
  writeFileSync(fileURLToPath(new URL(`${name}.txt`, FOLDER)), await printed(told))
