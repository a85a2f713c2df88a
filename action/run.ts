import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

// The step of action.yml that runs gatecheck: inputs come from INPUT_ variables, outputs go to GITHUB_OUTPUT.

const RESULTS = {
  run: 'report.json',
  drift: 'drift.json',
  client: 'client.json',
  certify: 'report.json',
  selfcheck: 'selfcheck.json',
} as const
type Mode = keyof typeof RESULTS
type Clause = { id: string; level: string; verdict: string }
type Result = { verdict?: string; conformant?: boolean | 'unknown'; notJudged?: string[]; clauses?: Clause[] }

const BIN = fileURLToPath(new URL('../cli/bin.js', import.meta.url))
const WRONG_USAGE = 64
const input = (name: string) => (process.env[`INPUT_${name}`] ?? '').trim()

/** Arguments in one line are separated by spaces; of several lines, each is one argument. No shell reads them. */
const words = (text: string) => text.split(text.includes('\n') ? /\s*\n\s*/ : /\s+/).filter((word) => word !== '')

function commandLine(mode: Mode, out: string): string[] {
  const [command, own] = [words(input('COMMAND')), words(input('ARGUMENTS'))]
  const baseUrl = input('BASE_URL')
  if (/cl_\w{6}/.test([...command, ...own, baseUrl].join(' ')))
    throw new Error(
      'The inputs contain an API key. Store it as a secret and pass it in the environment (env: GATECHECK_KEY).',
    )
  if (mode === 'selfcheck') return ['selfcheck', '--json', join(out, RESULTS.selfcheck), ...own]
  if (mode === 'client') {
    if (command.length === 0) throw new Error('The input "command" is missing: the command that starts the client.')
    return ['client', '--out', out, ...own, '--', ...command]
  }
  // gatecheck itself would test the reference service, which passes: a missing variable must not end in a pass.
  if (baseUrl === '') throw new Error('The input "base-url" is empty. Set it to the server, or to "embedded".')
  const target = baseUrl === 'embedded' ? [] : ['--base-url', baseUrl]
  return [...(mode === 'drift' ? ['drift', 'check'] : [mode]), ...target, '--out', out, ...own]
}

function run(args: readonly string[], summary: string): Promise<number> {
  const { GATECHECK_BASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, [BIN, ...args], {
    stdio: 'inherit',
    env: { ...env, GITHUB_STEP_SUMMARY: summary },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('close', (code) => done(code ?? 130))
  })
}

const changedAt = (path: string) => (existsSync(path) ? statSync(path).mtimeMs : undefined)

/** Text of this step, if gatecheck wrote none. */
function shortSummary(mode: Mode, code: number, { verdict, mustFailed }: { verdict: string; mustFailed: string[] }) {
  if (verdict === 'none')
    return `## gatecheck ${mode}: NO VERDICT\n\nExit code ${code} and no result: the log of the step says why.\n`
  const failed = mustFailed.length > 0 ? `Failed must clauses: ${mustFailed.map((id) => `\`${id}\``).join(', ')}\n` : ''
  return `## gatecheck ${mode}: ${verdict.toUpperCase()}\n\nExit code ${code}. ${failed}\n`
}

function output(outputs: Record<string, unknown>): void {
  const lines = Object.entries(outputs).map(([name, value]) => `${name}=${String(value).replaceAll(/[\r\n]/g, ' ')}\n`)
  if (process.env.GITHUB_OUTPUT) appendFileSync(process.env.GITHUB_OUTPUT, lines.join(''))
}

async function main(): Promise<number> {
  const mode = input('MODE') as Mode
  if (!(mode in RESULTS)) throw new Error(`Unknown mode "${mode}". Modes: ${Object.keys(RESULTS).join(', ')}.`)
  const out = resolve(input('OUT') || '.gatecheck')
  const args = commandLine(mode, out)
  if (mode === 'selfcheck') mkdirSync(out, { recursive: true })
  const [file, certificate] = [join(out, RESULTS[mode]), join(out, 'certificate.json')]
  const before = new Map([file, certificate].map((path) => [path, changedAt(path)]))
  const summary = join(mkdtempSync(join(process.env.RUNNER_TEMP || tmpdir(), 'gatecheck-')), 'summary.md')
  const code = await run(args, summary)

  // A cache may have brought results of an earlier run.
  const isNew = (path: string) => existsSync(path) && changedAt(path) !== before.get(path)
  const result: Result = isNew(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const byExit = isNew(file) ? ({ 0: 'pass', 1: 'fail' }[code] ?? 'inconclusive') : 'none'
  const verdict = result.verdict ?? byExit
  const must = (result.clauses ?? []).filter(({ level }) => level === 'must')
  const mustFailed = must.filter((clause) => clause.verdict === 'fail').map(({ id }) => id)
  const unjudged = must.filter((clause) => clause.verdict !== 'pass' && clause.verdict !== 'fail').map(({ id }) => id)

  if (!existsSync(summary)) writeFileSync(summary, shortSummary(mode, code, { verdict, mustFailed }))
  const { GITHUB_STEP_SUMMARY } = process.env
  if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, readFileSync(summary))
  output({
    verdict,
    'exit-code': code,
    conformant: result.conformant ?? 'unknown',
    'must-failed': mustFailed.join(','),
    'not-judged': (result.notJudged ?? unjudged).join(','),
    report: isNew(file) ? file : '',
    certificate: isNew(certificate) ? certificate : '',
    folder: out,
    summary,
  })
  return code
}

try {
  process.exitCode = await main()
} catch (error) {
  const why = error instanceof Error ? error.message : String(error)
  process.stdout.write(`::error title=gatecheck::${why.replaceAll('%', '%25').replaceAll(/[\r\n]+/g, ' ')}\n`)
  output({ verdict: 'none', 'exit-code': WRONG_USAGE, conformant: 'unknown' })
  process.exitCode = WRONG_USAGE
}
