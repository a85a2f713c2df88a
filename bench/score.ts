import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { percent } from '../reporters/words/percent.ts'
import { EXIT } from '../runner/report/exit-codes.ts'
import { markdownTable } from './markdown-table.ts'
import { tell } from './tell.ts'

type Counted = { trials: number; right: number }
type Caught = { tried: number; byItsClause: number }
type Clients = {
  wrong: Caught
  byLevel: Record<'must' | 'should', Caught>
  atFirstSight: Caught
  right: Counted & { ids: number }
}
type Scored = Record<'faults' | 'variants' | 'strangers' | 'undecidable' | 'changes', Counted> & {
  strangersFaults: Counted & { atFirstSight: { measured: number; caught: number } }
  clients: Clients
}

const root = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** The self-check as a person would type it, whole or of the clients alone; what it says goes where people read it. */
export async function writeScore({ only }: { only?: 'clients' } = {}): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-score-'))
  try {
    const json = join(folder, 'score.json')
    const typed = [
      root('cli/bin.js'),
      'selfcheck',
      '--quiet',
      '--json',
      json,
      ...(only ? ['--only', only, '--brief'] : []),
    ]
    const stdout = await said(typed)
    process.stdout.write(stdout)
    const scored = JSON.parse(readFileSync(json, 'utf8')) as Scored
    if (!only) {
      tell('docs/how-good.md', 'score', fenced(figuresIn(stdout, 'faults  ', '\nclients  ')))
      tell('README.md', 'score', tableOf(scored))
    }
    tell('docs/how-good.md', 'score of clients', fenced(figuresIn(stdout, 'clients  ', /\n\n(PASS|FAIL)/)))
    tell('README.md', 'score of clients', tableOfClients(scored.clients))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What failed is told, too: what people read is what came, and not what was hoped for. */
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

function tableOf({ faults, variants, strangers, strangersFaults, undecidable, changes }: Scored): string {
  const row = (what: string, { trials, right }: Counted) => [what, `${trials}`, `${right} (${percent(right, trials)})`]
  const { measured, caught } = strangersFaults.atFirstSight
  return markdownTable(
    [
      ['servers', 'tried', 'judged as they should be'],
      row('with a fault of ours: caught by the very clause that it breaks', faults),
      row(`with a fault of strangers: caught (at first sight ${percent(caught, measured)})`, strangersFaults),
      row('lawful but unusual: not accused', variants),
      row('lawful, whole servers of strangers: not accused', strangers),
      row('such that nothing can be said: no verdict', undecidable),
      row('that change from one day to the next, or do not: sorted as their writers said', changes),
    ],
    [1, 2],
  )
}

function tableOfClients({ wrong, byLevel, atFirstSight, right }: Clients): string {
  const row = (what: string, tried: number, well: number) => [what, `${tried}`, `${well} (${percent(well, tried)})`]
  const caught = (what: string, { tried, byItsClause }: Caught) => row(what, tried, byItsClause)
  const sight = `${percent(atFirstSight.byItsClause, atFirstSight.tried)} of ${atFirstSight.tried}`
  return markdownTable(
    [
      ['clients', 'tried', 'judged as they should be'],
      caught(`with one rule broken: caught by the clause that says so (at first sight ${sight})`, wrong),
      caught('… of a _must_', byLevel.must),
      caught('… of a _should_', byLevel.should),
      row(
        `right or unusual, ${right.ids} of them, each in some scenarios: accused of nothing`,
        right.trials,
        right.right,
      ),
    ],
    [1, 2],
  )
}
