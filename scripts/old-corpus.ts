import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Profile } from '../engine/config/configuration.ts'
import type { Provision } from '../engine/run/provision.ts'
import { run } from '../reporters/outcome/run.ts'
import { SUITES } from '../suites/index.ts'

// Runs the suites of this checkout against the servers of another commit, each served over HTTP by that commit's own code.
// Each line of the result says which checks failed on which server: compare two results to see whether anything was lost.
//
//   node scripts/old-corpus.ts --out before.jsonl [--only TEXT,…] [--kind fault,variant,…] [--part 1/4] [--profile full]
//
// With --alone, a fault first meets only the checks of the clause that it breaks, and all checks if these miss it.
// It goes on where an earlier result of the same file ended.

/** The last commit with the whole corpus. */
const COMMIT = 'b6aab31608ce80254b70035db4efa9e6b1c54b30'
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WISHES = { pollIntervalMs: 3, settleMs: 200, burst: 8 }
/** Some servers have jobs that never end. */
const DEADLINE_MS = 120_000
const DEADLINE_OF_ENDLESS_JOBS_MS = 60_000

type Listed = {
  kind: string
  id: string
  dialect: string
  breaks?: string
  stillMissed?: string
  isNone?: string
  isEndless?: boolean
  expect?: number[]
}
type Tried = { byItsClause?: boolean; [more: string]: unknown }
type Answer = { number: number; provision: Provision; listed: Listed[]; error?: string }

const { values } = parseArgs({
  options: {
    commit: { type: 'string', default: COMMIT },
    out: { type: 'string' },
    only: { type: 'string' },
    kind: { type: 'string', default: "fault,stranger's fault,variant,stranger,undecidable" },
    dialect: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    profile: { type: 'string', default: 'full' },
    workers: { type: 'string', default: '2' },
    alone: { type: 'boolean', default: false },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'old-corpus-'))
const git = (...args: string[]) =>
  execFileSync('git', ['-C', ROOT, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
git('worktree', 'add', '--quiet', '--detach', folder, values.commit)
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
const child: ChildProcess = spawn(process.execPath, [join(ROOT, 'scripts/old-corpus-server.ts'), folder], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
let asked = 0
const waiting = new Map<number, (answer: Answer) => void>()
createInterface({ input: child.stdout! }).on('line', (line) => {
  const { ask, ...answer } = JSON.parse(line)
  waiting.get(ask)?.(answer)
  waiting.delete(ask)
})
child.on('exit', (code) => {
  if (waiting.size === 0) return
  process.stderr.write(`the servers ended with ${code}\n`)
  process.exit(1)
})

function ask(what: object): Promise<Answer> {
  const number = ++asked
  child.stdin!.write(`${JSON.stringify({ ask: number, ...what })}\n`)
  return new Promise((resolve) => waiting.set(number, resolve))
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    cleanUp()
    process.exit(130)
  })

const nameOf = ({ kind, id, dialect }: Listed) => `${kind} ${id} in ${dialect}`

const failure = ({ kind, id, dialect }: Listed, error: unknown) => ({ kind, id, dialect, error: String(error) })

async function tryOut(listed: Listed): Promise<Tried> {
  const { breaks } = listed
  const alone = values.alone && breaks !== undefined ? await tryOnce(listed, [breaks]) : undefined
  return alone?.byItsClause ? alone : tryOnce(listed, [])
}

async function tryOnce(listed: Listed, only: string[]): Promise<Tried> {
  const { kind, id, dialect, breaks, isEndless } = listed
  const began = performance.now()
  const served = await ask({ serve: { kind, id, dialect } })
  if (served.error) return failure(listed, served.error)
  const deadlineMs = isEndless ? DEADLINE_OF_ENDLESS_JOBS_MS : DEADLINE_MS
  const seed = createHash('sha256').update(nameOf(listed)).digest().readUInt32BE(0)
  try {
    const { report } = await run({
      provision: served.provision,
      wishes: {
        ...WISHES,
        deadlineMs,
        seed,
        profile: values.profile as Profile,
        only,
      },
      suites: SUITES.filter(({ startsAProcess }) => !startsAProcess || breaks?.startsWith('pact')),
      local: true,
    })
    const failed = report.checks.filter(({ verdict }) => verdict === 'fail')
    const level = new Map(report.clauses.map((each) => [each.id, each.level]))
    return {
      kind,
      id,
      dialect,
      ...(breaks && { breaks }),
      exit: report.exit,
      seconds: Math.round((performance.now() - began) / 100) / 10,
      requests: report.budget.requests,
      byItsClause: failed.some(({ clause }) => clause === breaks),
      must: [...new Set(failed.filter(({ clause }) => level.get(clause) === 'must').map(({ clause }) => clause))],
      checks: failed.map((each) => [each.id, each.cases ?? 0]),
      ...(report.faults.length > 0 && { faults: report.faults }),
    }
  } catch (error) {
    return failure(listed, error)
  } finally {
    await ask({ end: served.number })
  }
}

try {
  const { listed } = await ask({ list: true })
  const [part, parts] = values.part.split('/').map(Number) as [number, number]
  const done = new Set(
    values.out && existsSync(values.out)
      ? readFileSync(values.out, 'utf8')
          .trim()
          .split('\n')
          .map((line) => nameOf(JSON.parse(line)))
      : [],
  )
  const kinds = values.kind.split(',')
  const chosen = listed
    .filter(({ kind, dialect }) => kinds.includes(kind) && (values.dialect === undefined || dialect === values.dialect))
    .filter(
      (each) =>
        !values.only || values.only.split(',').some((text) => each.id.includes(text) || each.breaks?.includes(text)),
    )
    .filter((_, index) => index % parts === part - 1)
    .filter((each) => !done.has(nameOf(each)))
  process.stderr.write(`${chosen.length} servers\n`)
  const queue = chosen.values()
  const work = async () => {
    for (const each of queue) {
      const line = JSON.stringify(await tryOut(each))
      if (values.out) appendFileSync(values.out, `${line}\n`)
      else process.stdout.write(`${line}\n`)
    }
  }
  await Promise.all(Array.from({ length: Number(values.workers) }, work))
} finally {
  cleanUp()
}

function cleanUp(): void {
  child.kill()
  rmSync(join(folder, 'node_modules'))
  git('worktree', 'remove', '--force', folder)
  rmSync(folder, { recursive: true, force: true })
}
