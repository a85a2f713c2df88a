import type { Wishes } from '../engine/config/configuration.ts'
import type { HistoryEntry } from '../engine/history/entry/entries.ts'
import type { Spent } from '../engine/http/limits/budget.ts'
import { prepare, runPrepared } from '../engine/run/run.ts'
import { startEmbedded } from '../fixtures/embedded.ts'
import { SUITES } from '../suites/index.ts'
import { sentIn } from '../suites/whole-runs/sent-for-tests.ts'
import { markdownTable } from './markdown-table.ts'
import { tell } from './tell.ts'

/** What people choose: the profiles, each suite in full, and a clause whose check shares a phase with others. */
const SELECTIONS: readonly (readonly [typed: string, wishes: Wishes])[] = [
  ['--profile smoke', { profile: 'smoke' }],
  ['--profile standard', { profile: 'standard' }],
  ['--profile full', { profile: 'full' }],
  ...SUITES.map(({ name }): [string, Wishes] => [`--profile full --only ${name}`, { profile: 'full', only: [name] }]),
  [
    '--profile full --only submission.range-ends-accepted',
    { profile: 'full', only: ['submission.range-ends-accepted'] },
  ],
  ['--profile full --max-jobs 1', { profile: 'full', maxJobs: 1 }],
  ['--profile full --max-jobs 10', { profile: 'full', maxJobs: 10 }],
  ['--profile full --max-video-seconds 30', { profile: 'full', maxVideoSeconds: 30 }],
  ['--profile full --max-requests 1000', { profile: 'full', maxRequests: 1000 }],
  ['--profile full --max-resolution 720p', { profile: 'full', maxResolution: '720p' }],
]

/** The plan of each selection beside what its run sent to the embedded service, and to a dialect that refuses nothing. */
export async function announcedBesideSent(): Promise<void> {
  const rows: string[][] = []
  for (const [typed, wishes] of SELECTIONS) {
    const [plain, generous] = [await once('plain', wishes), await once('problem-details', wishes)]
    const { atMost, planned } = plain
    rows.push([`\`${typed}\``, ...[atMost, planned, plain.sent, generous.sent].map(inWords)])
  }
  const head = ['selection', 'any server', 'conforming server', 'sent (embedded)', 'sent (refuses nothing)']
  const table = markdownTable([head, ...rows])
  tell('docs/guides/real-services.md', 'announced beside sent', table)
  process.stdout.write(`${table}\n`)
}

async function once(dialect: string, wishes: Wishes): Promise<Record<'atMost' | 'planned' | 'sent', Spent>> {
  const { provision, close } = await startEmbedded({ dialect })
  try {
    const quick = { seed: 1, pollIntervalMs: 2, settleMs: 10, lagMs: 10, deadlineMs: 120_000 }
    const prepared = prepare({ provision, wishes: { ...quick, ...wishes }, suites: SUITES, local: true })
    const planned = prepared.plan.plan
    const { entries } = await runPrepared(prepared.session(), SUITES)
    return { planned, atMost: planned.atMost, sent: sentIn(entries as Iterable<HistoryEntry>) }
  } finally {
    await close()
  }
}

const inWords = ({ jobs, videoSeconds, requests }: Spent) =>
  `${jobs} ${jobs === 1 ? 'job' : 'jobs'}, ${Math.ceil(videoSeconds)} s, ${requests} requests`
