import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Processes that tests start compile the sources once, not each time.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/gatecheck-compiled', import.meta.url))

const ours = {
  // Tests wait for servers and processes that they start, so two cores have work for four.
  maxWorkers: availableParallelism() + 2,
  maxConcurrency: 12,
  restoreMocks: true,
  // Only a test that hangs takes this long: no test depends on the machine's speed.
  ...{ testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 60_000 } } },
}

const slow = '**/*.slow.test.ts'
/** Tests that replace modules, or that count what their process holds. */
const alone = '**/*.alone.test.ts'
const installed = '**/node_modules/**'

/** The suites against the server of `GATECHECK_BASE_URL`, or the reference service: they share one session, which has a deadline. */
const conformance = {
  ...{ ...ours, name: 'conformance', include: ['library/hosted.vitest.ts'], pool: 'threads' as const },
  ...{ isolate: false, testTimeout: 0, hookTimeout: 0 },
}
// Files of one worker share modules, so handwritten histories start again at exchange 1 in each file.
const together = { ...ours, isolate: false, setupFiles: ['engine/history/anew-for-tests.ts'] }
const projects = [
  { ...together, name: 'fast', include: ['**/*.test.ts'], exclude: [installed, slow, alone] },
  { ...together, name: 'slow', include: [slow], exclude: [installed] },
  { ...ours, name: 'alone', include: [alone], exclude: [installed] },
]

export default defineConfig({
  test: { projects: [...(process.env.GATECHECK_BASE_URL ? [] : projects), conformance].map((test) => ({ test })) },
})
