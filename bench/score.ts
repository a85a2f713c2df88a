import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { EXIT } from '../engine/config/exit-codes.ts'
import { percent } from '../reporters/words/percent.ts'
import type { Counted } from '../tools/selfcheck/score.ts'
import { markdownTable } from './markdown-table.ts'
import { tell } from './tell.ts'

type Caught = { tried: number; byItsClause: number }
type Clients = { wrong: Caught; byLevel: Record<'must' | 'should', Caught>; right: Counted & { ids: number } }
type Scored = Record<
  'faults' | 'variants' | 'implementations' | 'implementationFaults' | 'undecidable' | 'changes',
  Counted
> & {
  clients: Clients
}

const root = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Runs the whole self-check, or that of clients alone, and writes the score to README and docs. */
export async function writeScore({ only }: { only?: 'clients' } = {}): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-score-'))
  try {
    const json = join(folder, 'score.json')
    const typed = [root('cli/bin.js'), 'selfcheck', '--json', json, ...(only ? ['--only', only] : ['--all'])]
    const stdout = await said(typed)
    process.stdout.write(stdout)
    const scored = JSON.parse(readFileSync(json, 'utf8')) as Scored
    if (!only) {
      tell('docs/explanation/how-good.md', 'score', fenced(figuresIn(stdout, 'faults  ', '\nclients  ')))
      tell('README.md', 'score', tableOf(scored))
    }
    tell('docs/explanation/how-good.md', 'score of clients', fenced(figuresIn(stdout, 'clients  ', /\n\n(PASS|FAIL)/)))
    tell('README.md', 'score of clients', tableOfClients(scored.clients))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The output of a self-check, even of a failed one. */
async function said(typed: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)(process.execPath, typed, { cwd: root(''), maxBuffer: 64 * 1024 * 1024 })).stdout
  } catch (error) {
    const { code, stdout } = error as { code?: unknown; stdout?: string }
    if (code !== EXIT.fail || !stdout) throw error
    process.exitCode = EXIT.fail
    return stdout
  }
}

const fenced = (figures: string) => `\`\`\`\n${figures}\n\`\`\``

function figuresIn(told: string, from: string, to: string | RegExp): string {
  const behind = told.slice(told.indexOf(from))
  return behind.slice(0, typeof to === 'string' ? behind.indexOf(to) : behind.search(to)).trimEnd()
}

function tableOf({ faults, variants, implementations, implementationFaults, undecidable, changes }: Scored): string {
  const row = (what: string, { trials, right }: Counted) => [what, `${trials}`, `${right} (${percent(right, trials)})`]
  return markdownTable(
    [
      ['servers', 'tried', 'right'],
      row('with a seeded fault: caught by the right clause', faults),
      row('independent implementations with a fault: caught', implementationFaults),
      row('unusual but conforming: no false positive', variants),
      row('independent implementations: no false positive', implementations),
      row('inconclusive on purpose: no verdict given', undecidable),
      row('that changed from one day to the next: change classified correctly', changes),
    ],
    [1, 2],
  )
}

function tableOfClients({ wrong, byLevel, right }: Clients): string {
  const row = (what: string, tried: number, well: number) => [what, `${tried}`, `${well} (${percent(well, tried)})`]
  const caught = (what: string, { tried, byItsClause }: Caught) => row(what, tried, byItsClause)
  return markdownTable(
    [
      ['clients', 'tried', 'right'],
      caught('with one fault: caught by the right clause', wrong),
      caught('of these, must rules', byLevel.must),
      caught('of these, should rules', byLevel.should),
      row(`conforming (${right.ids} clients): no false positive`, right.trials, right.right),
    ],
    [1, 2],
  )
}
