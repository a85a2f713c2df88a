import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { percent } from '../reporters/selfcheck.ts'
import { markdownTable } from './markdown-table.ts'
import { tell } from './tell.ts'

type Counted = { trials: number; right: number }
type Scored = Record<'faults' | 'variants' | 'strangers' | 'undecidable' | 'changes', Counted> & {
  strangersFaults: Counted & { atFirstSight: { measured: number; caught: number } }
}

const root = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** The self-check without options, as a person would type it; what it says goes where people read it. */
export async function writeScore(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-score-'))
  try {
    const json = join(folder, 'score.json')
    const typed = [root('cli/bin.js'), 'selfcheck', '--quiet', '--json', json]
    const { stdout } = await promisify(execFile)(process.execPath, typed, { cwd: root('') })
    process.stdout.write(stdout)
    tell('docs/how-good.md', 'score', `\`\`\`\n${figuresIn(stdout)}\n\`\`\``)
    tell('README.md', 'score', tableOf(JSON.parse(readFileSync(json, 'utf8')) as Scored))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const figuresIn = (told: string) => told.slice(told.indexOf('faults  '), told.indexOf('\n\nPASS')).trimEnd()

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
