import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { COMMANDS } from '../../cli/commands.ts'
import { commandOf } from '../../cli/options/command.ts'
import { wishesOf } from '../../cli/options/wishes.ts'
import { type Configuration, configure, PROFILES, type Wishes } from '../../engine/config/configuration.ts'
import type { OptionValues } from '../../engine/config/options.ts'
import type { Began } from '../../engine/history/entry/entries.ts'
import { BEGAN } from '../../engine/judge/handwritten-for-tests.ts'
import { CLAUSES } from '../../spec/clauses.ts'
import { RESOLUTIONS } from '../../spec/words.ts'
import { recordOf } from '../hostile-run-for-tests.ts'
import { sampleReport } from '../outcome/sample-report-for-tests.ts'
import { againLine } from './again.ts'

const text = () =>
  fc.string({
    unit: fc.oneof(fc.constantFrom(...`'"\\$\`! ;|&<>(){}*?[]#~=%-\n\té`), fc.string()),
    minLength: 1,
    maxLength: 20,
  })
const word = () => text().map((each) => each.replaceAll('\0', '').trim() || 'x')
const positive = () => fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 1e-9, max: 1e6, noNaN: true }))
const ms = () => fc.oneof(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.constantFrom(20, 1500, 3000, 600_000, 0.5))
const whole = () => fc.nat()

const all = {
  profile: fc.constantFrom(...PROFILES),
  // A comma separates two names.
  only: fc.array(
    word().map((name) => name.replaceAll(',', '').trim() || 'auth'),
    { minLength: 1, maxLength: 4 },
  ),
  allowHttp: fc.boolean(),
  ca: word(),
  clientCert: word(),
  clientKey: word(),
  http1: fc.constant(true),
  insecure: fc.constant(true),
  strict: fc.boolean(),
  complete: fc.boolean(),
  pollIntervalMs: ms(),
  model: word(),
  maxResolution: fc.constantFrom(...RESOLUTIONS),
  maxDuration: fc.double({ min: 1, max: 1e6, noNaN: true }),
  maxJobs: whole(),
  maxVideoSeconds: positive(),
  maxRequests: fc.integer({ min: 1 }),
  prices: fc.record(
    {
      unit: fc.constantFrom('EUR', 'credits', '€'),
      rates: fc.tuple(fc.record({ perSecond: fc.constantFrom('0.05', '12') })),
      wholeSeconds: fc.constant(true as const),
    },
    { requiredKeys: ['unit', 'rates'] },
  ),
  maxCost: fc.constantFrom('0', '12.50'),
  media: fc.boolean(),
  maxDownload: fc.integer({ min: 1 }),
  rate: positive(),
  concurrency: fc.integer({ min: 1, max: 100 }),
  deadlineMs: ms(),
  burst: whole(),
  generate: whole(),
  seed: whole(),
  waive: fc.uniqueArray(fc.record({ clause: fc.constantFrom(...CLAUSES.map(({ id }) => id)), reason: word() }), {
    selector: ({ clause }) => clause,
    minLength: 1,
    maxLength: 3,
  }),
}
const wishes: fc.Arbitrary<Wishes> = fc.record(all, { requiredKeys: [] })

function lineOf(configuration: Configuration, target: Began['target']): string {
  const { profile, seed, strict, complete, waive } = configuration
  const waivers = waive.map((each) => ({ ...each, state: 'used' as const }))
  const report = { ...sampleReport({}), profile, seed, strict, complete, waivers, target: { baseUrl: target.baseUrl } }
  return againLine(recordOf(report, [{ ...BEGAN, configuration, target }]))
}

/** The arguments that bash passes for each line. */
function argumentsOf(lines: readonly string[]): string[][] {
  const script = lines.map((line) => `printf '%s\\0' ${line}; printf '\\0'`).join('\n')
  const { stdout, stderr } = spawnSync('bash', ['--norc'], { input: script, env: {} })
  expect(stderr.toString()).toBe('')
  return stdout
    .toString()
    .split('\0\0')
    .slice(0, -1)
    .map((line) => line.split('\0'))
}

function parsed([npx, program, command, ...rest]: readonly string[]): OptionValues {
  expect([npx, program, command]).toEqual(['npx', 'gatecheck', 'run'])
  const { load: _, ...run } = COMMANDS.find(({ name }) => name === 'run')!
  return commandOf(run, process).exitOverride().parse(rest, { from: 'user' }).opts<OptionValues>()
}

it.each([true, false])('the printed command repeats the run with the same options (embedded: %s)', (embedded) => {
  const target: Began['target'] = embedded
    ? { baseUrl: 'http://127.0.0.1:1/v1', embedded }
    : { baseUrl: 'https://a.example/$(id)/v1' }
  const configurations = fc.sample(wishes, { numRuns: 300, seed: 1 }).map((each) => configure(each, embedded))
  const read = argumentsOf(configurations.map((each) => lineOf(each, target)))
  for (const [index, configuration] of configurations.entries()) {
    const options = parsed(read[index]!)
    expect(configure(wishesOf(options), embedded)).toEqual({ ...configuration, settleMs: expect.any(Number) })
    expect(options.baseUrl).toBe(embedded ? undefined : target.baseUrl)
  }
})
