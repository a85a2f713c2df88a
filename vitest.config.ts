import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { LONGEST } from './scripts/longest.ts'

// Servers and commands that tests start as processes of their own: to strip and compile their sources once is enough.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/gatecheck-compiled', import.meta.url))

/** One worker without isolation: the suites of a run share one session, and files of one worker run one after another. */
const conformance = {
  test: {
    name: 'conformance',
    include: ['library/hosted.vitest.ts'],
    pool: 'threads' as const,
    isolate: false,
    maxWorkers: 1,
    // The session keeps its own deadline; vitest's would only cut its explanation off.
    testTimeout: 0,
    hookTimeout: 0,
  },
}

/** Each of four works, and waits for servers and commands that it has started, so two cores have work for four. */
const maxWorkers = availableParallelism() + 2

const ours = {
  maxWorkers,
  // What runs side by side in one file waits for clocks of servers more than it works.
  maxConcurrency: 12,
  sequence: { groupOrder: 1 },
  // Until something is taken to hang. How long anything takes is up to what else the machine does, and no test says it.
  ...{ testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 60_000 } } },
}

/**
 * They share what they import, since a third of their time would go to importing it anew: what is said of data, of servers
 * inside a test and of what is asked of them. Whoever has modules loaded once more, replaces some or counts what a process
 * holds would leave those to others, and stays out.
 */
const TOGETHER = [
  'spec/**/!(digest).test.ts',
  'service/{scenarios,interface,journal,store}/**/*.test.ts',
  'service/control/**/!(document).test.ts',
  'service/video/!(exact-video).test.ts',
  'runner/{dialect,driving,folder,jobs,judging,keys,observing,report,settings}/**/*.test.ts',
  'runner/history/**/!(foreign-patterns).test.ts',
  'runner/media/**/!(first-picture|made-by-ffmpeg).test.ts',
  'runner/pact/**/!(secret-door|verifier).test.ts',
  'runner/run/**/!(introduction).test.ts',
  'runner/wire/**/!(charsets).test.ts',
  'fixtures/{bodies,ids}/**/*.test.ts',
  'suites/{accounts,answers,auth,clients,generated,lifecycle,limits,media,model,paths,quiet}/**/*.test.ts',
  'suites/{readings,robustness,submission,traffic}/**/*.test.ts',
  'clients/watching/**/*.test.ts',
  'proxy/recording/**/*.test.ts',
  'reporters/markdown/**/*.test.ts',
  'drift/{asking,baseline,comparing,habits,openapi,relied-on,telling}/**/*.test.ts',
  'bench/rivals/**/*.test.ts',
]

const together = {
  test: {
    ...ours,
    name: 'together',
    include: TOGETHER,
    isolate: false,
    setupFiles: ['runner/history/anew-for-tests.ts'],
  },
}

/**
 * What starts commands, browsers, other people's programs or whole runs, and so takes most of the time: `npm run test:all`
 * and CI have it, `npm test` a little of each.
 */
const LONG = [
  'cli/tests/!(again|client|loaded|openapi|pact|serve|show).test.ts',
  'cli/tests/{console,resume}/**/*.test.ts',
  'library/!(library|running).test.ts',
  'library/pact/verified.test.ts',
  'selfcheck/{blunted-suites,described,drift}.test.ts',
  'suites/whole-runs/!(costs-*|no-false-alarm|not-*|nothing-kept|observed-faults|real-networks|room-before*|selection).test.ts',
  'certificate/every-byte.test.ts',
  'fixtures/hostile/!(hostile).test.ts',
  'fixtures/clients/{right/clients,wrong/programs/programs}.test.ts',
  'fixtures/films/with-ffmpeg.test.ts',
  'fixtures/{faults,variants}/media/media-*.test.ts',
  'reporters/{html,drift/page}/*in-a-browser.test.ts',
  'service/tests/**/*.test.ts',
]

const long = { test: { ...ours, name: 'long', include: LONG, runner: './scripts/in-time.ts' } }

const own = {
  test: {
    ...ours,
    name: 'gatecheck',
    include: [
      '{spec,service,runner,fixtures,suites,selfcheck,certificate,clients,proxy,reporters,runs,cli,library,bench,docs,drift,scripts}/**/*.test.ts',
    ],
    exclude: [...TOGETHER, ...LONG],
  },
}

/** What takes minutes goes first, so that no core waits for it at the end. A fresh clone knows no times of an earlier run. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId, project }: TestSpecification) =>
      LONGEST.test(moduleId) ? 0 : project.name === long.test.name ? 1 : 2
    const longestFirst = sorted.toSorted((one, other) => rank(one) - rank(other))
    return process.env.TESTS_UNTIL ? fromTodaysOn(longestFirst) : longestFirst
  }
}

const PARTS = 4
const DAY_MS = 86_400_000

/** Where time may not suffice for all of them, each day begins with another quarter of them, the longest of it first. */
function fromTodaysOn<File>(files: readonly File[]): File[] {
  const today = Math.floor(Date.now() / DAY_MS)
  return Array.from({ length: PARTS }, (_, part) =>
    files.filter((_file, nth) => (nth + today + part) % PARTS === 0),
  ).flat()
}

/** With a base URL in the environment, vitest hosts the suites against that server, and nothing else is tested. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: process.env.GATECHECK_BASE_URL ? [conformance] : [own, long, together, conformance],
  },
})
