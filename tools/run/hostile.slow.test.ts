import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it, vi } from 'vitest'
import { startCommand, temporaryFolder } from '../../cli/tests/command.ts'
import { asEmbedded } from '../../fixtures/embedded.ts'
import { HOSTILE } from '../../fixtures/hostile/index.ts'
import { base64, hex, jsonEscapes, percent, references } from '../../fixtures/hostile/keys.ts'
import { startRecorder } from '../../fixtures/hostile/recorder.ts'
import { type Hostile, type Started, startHostile } from '../../fixtures/hostile/server.ts'
import { workflowCommands } from '../../reporters/github/github.ts'
import { REPORTERS } from '../../reporters/index.ts'
import { terminalReport } from '../../reporters/terminal/terminal.ts'
import { perform } from './perform.ts'

/** Seconds. A smoke run finishes by itself. */
const DEADLINES = { smoke: 10, standard: 3, full: 3 }
/** A run that takes longer hangs, however busy the machine is. */
const LIMIT_MS = 90_000
const LIMIT_MEGABYTES = { disk: 50, memory: 450 }

// Most of the time is spent waiting for servers.
vi.setConfig({ maxConcurrency: 4, testTimeout: LIMIT_MS })

const REPORTS = Object.keys(REPORTERS)
const FILES = ['.gitignore', 'history.jsonl', 'badge.svg', ...Object.values(REPORTERS).map(({ file }) => file)]

type Told = { server: Started; out: string; folder: string }
type Ended = { exit: number | null; printed: string }

/** Runs against one server, and checks everything that the run writes. */
async function holdsAgainst(hostile: Hostile, run: (told: Told) => Promise<Ended>, exits: readonly number[]) {
  const folder = temporaryFolder()
  const recorder = await startRecorder()
  const server = await startHostile(hostile, recorder.origin)
  const out = join(folder.path, 'out')
  try {
    const { exit, printed } = await run({ server, out, folder: folder.path })
    expect(exits).toContain(exit)
    expect(readdirSync(folder.path)).toEqual(['out'])
    expect(FILES).toEqual(expect.arrayContaining(readdirSync(out)))
    const paths = readdirSync(out).map((file) => join(out, file))
    expect(paths.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6).toBeLessThan(LIMIT_MEGABYTES.disk)
    const texts = paths.map((path): [string, string] => [path, readFileSync(path, 'utf8')])
    expectReport(texts)
    expectNoKey(server, [...texts, ['the terminal', printed]])
    expectHarmless(texts, printed)
    expectNothingSent(server, recorder.received)
    expect(texts.filter(([, text]) => FETCH_OF_METADATA.test(text))).toEqual([])
  } finally {
    await server.close()
    recorder.close()
    folder.remove()
  }
}

const SCHEMA = new URL('../../reporters/schemas/report.schema.json', import.meta.url)
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
  JSON.parse(readFileSync(SCHEMA, 'utf8')),
)

function expectReport(texts: readonly [path: string, text: string][]): void {
  const [, report] = texts.find(([path]) => path.endsWith('report.json'))!
  expect(validate(JSON.parse(report)), JSON.stringify(validate.errors)).toBe(true)
}

/** Traces of a key in each encoding that is redacted. */
function tracesOf(key: string): string[] {
  const inBase64 = base64(key).map((text, offset) => text.slice(offset === 0 ? 0 : 4, -4))
  return [key, percent(key), jsonEscapes(key), references(key), hex(key), ...inBase64]
}

function expectNoKey({ keys }: Started, texts: readonly [name: string, text: string][]): void {
  const traces = Object.values(keys).flatMap(tracesOf)
  for (const [name, text] of texts) {
    // The text with JSON or HTML escapes removed.
    const plain = text.replaceAll('&amp;', '&').replaceAll(/\\+/g, '\\')
    expect(
      traces.filter((trace) => plain.includes(trace)),
      name,
    ).toEqual([])
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched for
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u
const MARKUP = ['<script>alert', '<img src=x', '<details open>\n=HYPERLINK', '<!ENTITY a']

function expectHarmless(texts: readonly [path: string, text: string][], printed: string): void {
  expect(OBEYED.exec(printed)?.[0]).toBeUndefined()
  expect(printed).not.toMatch(/^(::set-output|##vso)|^::error file=a\.ts/m)
  for (const [path, text] of texts.filter(([each]) => /\.(html|xml)$/.test(each))) {
    expect(
      MARKUP.filter((each) => text.includes(each)),
      path,
    ).toEqual([])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML allows none of them
    expect(text, path).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
  }
}

/** A fetch in the history: where it was sent, not where a response leads. */
const FETCH_OF_METADATA = /"ms":[\d.]+,"url":"http:\/\/(169\.254|\[::ffff:a9fe)/

/** User and password of a URL are the server's own. */
const CREDENTIALS = /^authorization\n(?!Basic )/im

function expectNothingSent({ keys }: Started, received: readonly string[]): void {
  const all = received.join('\n')
  expect(Object.values(keys).filter((key) => all.includes(key))).toEqual([])
  expect(all).not.toMatch(CREDENTIALS)
}

/** Like `run`, but in this process. */
async function inProcess(
  { profile = 'smoke', deadline = DEADLINES[profile], only }: Hostile,
  { server, out }: Told,
): Promise<Ended> {
  const { provision } = asEmbedded(server)
  const wishes = { profile, deadlineMs: deadline * 1000, pollIntervalMs: 20, seed: 1, ...(only && { only }) }
  const { record } = await perform({ provision, wishes, local: false, out, report: REPORTS })
  const screen = { color: false, width: 100, reports: [], embedded: false, quiet: false, verbose: true }
  const printed = [terminalReport(record, screen), ...workflowCommands(record)].join('\n')
  return { exit: record.report.exit, printed }
}

for (const [danger, servers] of Object.entries(HOSTILE))
  describe(danger, () => {
    for (const hostile of servers)
      it.concurrent(`a run ends harmlessly against a server that ${hostile.does}`, () =>
        holdsAgainst(hostile, (told) => inProcess(hostile, told), hostile.exits))
  })

function start(
  { profile = 'smoke', deadline = DEADLINES[profile], only = [] }: Hostile,
  { server, out, folder }: Told,
) {
  const { own, sameAccount, otherAccount, revoked } = server.keys
  const started = startCommand(
    [
      ...['run', '--profile', profile, '--deadline', `${deadline}s`, '--poll-interval', '20ms', '--seed', '1'],
      ...['--out', out, '--report', REPORTS.join(), ...only.flatMap((each) => ['--only', each])],
    ],
    {
      cwd: folder,
      env: {
        GATECHECK_BASE_URL: server.baseUrl,
        GATECHECK_KEY: own,
        GATECHECK_SAME_ACCOUNT_KEY: sameAccount,
        GATECHECK_OTHER_ACCOUNT_KEY: otherAccount,
        GATECHECK_REVOKED_KEY: revoked,
        GATECHECK_IMAGE_URL: server.imageUrl,
        GATECHECK_FAILING_PROMPT: server.failingPrompt,
      },
    },
  )
  const tooLate = setTimeout(() => started.process.kill('SIGKILL'), LIMIT_MS / 2)
  const ended = started.finished.then(({ code, stdout, stderr }) => {
    clearTimeout(tooLate)
    return { exit: code, printed: stdout + stderr }
  })
  return { ...started, ended }
}

const ALL = Object.values(HOSTILE).flat()
const serverThat = (does: string) => ALL.find((each) => each.does === does)!

for (const does of ['never answers what it would refuse', 'puts finished jobs back into the queue'])
  it.concurrent(`Ctrl-C ends a run with a report against a server that ${does}`, () => {
    const hostile = serverThat(does)
    return holdsAgainst(
      hostile,
      async (told) => {
        const { process, ended } = start(hostile, told)
        while (!existsSync(join(told.out, 'history.jsonl'))) await sleep(20)
        await sleep(500)
        process.kill('SIGINT')
        return ended
      },
      [130],
    )
  })

// Reads peak memory from /proc.
describe.runIf(process.platform === 'linux')(`a run needs less than ${LIMIT_MEGABYTES.memory} MB`, () => {
  for (const does of [
    'sends an unexpected 100 and then one-byte chunks without end',
    'compresses 1 GB into 1 MB of gzip',
    'adds a megabyte of new log lines to each job',
    'sends 900,000 numbers five lists deep with submissions and refusals',
  ])
    it.concurrent(`against a server that ${does}`, () => {
      const hostile = serverThat(does)
      return holdsAgainst(
        hostile,
        async (told) => {
          const { process, ended } = start(hostile, told)
          let peak = 0
          const sampling = setInterval(() => {
            peak = Math.max(peak, peakMegabytes(process.pid!))
          }, 50)
          const finished = await ended
          clearInterval(sampling)
          expect(peak).toBeGreaterThan(0)
          expect(peak).toBeLessThan(LIMIT_MEGABYTES.memory)
          return finished
        },
        hostile.exits,
      )
    })
})

function peakMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    // It has ended.
    return 0
  }
}
