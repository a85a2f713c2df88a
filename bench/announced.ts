import type { Wishes } from '../engine/config/configuration.ts'
import type { HistoryEntry } from '../engine/history/entry/entries.ts'
import type { Spent } from '../engine/http/limits/budget.ts'
import { prepare, runPrepared } from '../engine/run/run.ts'
import { startEmbedded } from '../fixtures/embedded.ts'
import { adjust } from '../service/interface/adjust.ts'
import { around } from '../service/interface/behaviour.ts'
import type { Patch } from '../service/layers.ts'
import type { ServiceOptions } from '../service/start.ts'
import { SUITES } from '../suites/index.ts'
import { announce, counting, type Received } from '../suites/whole-runs/announced-for-tests.ts'
import { sentIn } from '../suites/whole-runs/sent-for-tests.ts'
import { markdownTable } from './markdown-table.ts'
import { tell } from './tell.ts'

/** Typical selections: the profiles, each suite in full, and a clause whose check shares a phase with others. */
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

/** Compares each selection's plan with the requests to the embedded service, and to a dialect that refuses nothing. */
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

const SUITE_NAMES = SUITES.map(({ name }) => name)
const ONLY = [
  ...['', ...SUITE_NAMES.slice(0, 4)],
  ...['', ...SUITE_NAMES.slice(4, 8), 'submission.image-is-public-https'],
  ...['', ...SUITE_NAMES.slice(8, 12), 'submission.*'],
  ...['', ...SUITE_NAMES.slice(12), 'limits'],
]
const PROFILES = ['smoke', 'standard', 'full'] as const
const LIMITS: readonly Wishes[] = [
  {},
  { maxJobs: 1 },
  { maxJobs: 5 },
  { maxJobs: 20 },
  { maxVideoSeconds: 3 },
  { maxVideoSeconds: 30 },
  { maxRequests: 100 },
  { maxRequests: 1000 },
  { maxCost: '20' },
  { deadlineMs: 4000 },
  { maxJobs: 10, maxVideoSeconds: 40, maxRequests: 800 },
]

/** Each selection, profile and limit several times. */
const COMBINATIONS: readonly Wishes[] = [
  { profile: 'standard' },
  { profile: 'full' },
  ...Array.from({ length: 38 }, (_, index): Wishes => {
    const [only, profile, limit] = [ONLY[index % ONLY.length], PROFILES[index % 3], LIMITS[index % LIMITS.length]]
    return { ...(only && { only: [only] }), ...(profile && { profile }), ...limit }
  }),
]

const acceptsOpenInput: Patch = (_, world) =>
  adjust(world, 'dialect', (dialect) => ({
    ...dialect,
    submission: { ...dialect.submission, open: {}, badImage: 'job fails' },
  }))

const acceptsEverything: Patch = (behaviour) => around(behaviour, 'decide', () => 'accept')

/** Each 7th submission finds no capacity, each 13th request gets a 503. */
const refusesNowAndThen: Patch = (behaviour) => {
  let [submissions, requests] = [0, 0]
  around(behaviour, 'submit', (next, caller, incoming) =>
    ++submissions % 7 === 0
      ? behaviour.refuse('capacity_exceeded', { headers: { 'retry-after': '0' }, incoming })
      : next(caller, incoming),
  )
  around(behaviour, 'respond', (next, incoming) =>
    ++requests % 13 === 0 ? { status: 503, headers: {}, body: { message: 'Try again.' } } : next(incoming),
  )
}

/** `isConforming`: the plan's maximum for a conforming server holds for its jobs. */
const SERVERS: Record<string, { patch?: Patch; isConforming: boolean; options?: ServiceOptions }> = {
  plain: { isConforming: true },
  'accepts what it may refuse': { patch: acceptsOpenInput, isConforming: true },
  'accepts everything': { patch: acceptsEverything, isConforming: false },
  'capacity for one job': { isConforming: true, options: { capacity: 1 } },
  'refuses now and then': { patch: refusesNowAndThen, isConforming: true },
}

/** Whether no server receives more than announced, and the plain one at least half of it; prints both. */
export async function announcedBesideReceived(part: string): Promise<boolean> {
  const [nth = 1, parts = 1] = part.split('/').map(Number)
  let isWithin = true
  for (const [index, wishes] of COMBINATIONS.entries()) {
    if (index % parts !== nth - 1) continue
    for (const [server, { isConforming }] of Object.entries(SERVERS)) {
      const { received, planned, seconds } = await receivedBy(server, wishes)
      const most = isConforming ? { ...planned, requests: planned.atMost.requests } : planned.atMost
      const tooMuch = [
        ...AMOUNTS.filter((name) => received[name] > most[name]),
        ...(received.all > (wishes.maxRequests ?? Number.POSITIVE_INFINITY) ? ['all requests'] : []),
      ]
      const isBeside = server === 'plain' && !wishes.deadlineMs
      const tooLittle = isBeside ? AMOUNTS.filter((name) => received[name] * 2 < planned[name]) : []
      if (tooMuch.length > 0 || tooLittle.length > 0) isWithin = false
      const announced = { conforming: amounts(planned), any: amounts(planned.atMost) }
      process.stdout.write(
        `${JSON.stringify({ index, wishes, server, received, announced, tooMuch, tooLittle, seconds })}\n`,
      )
    }
  }
  return isWithin
}

async function receivedBy(server: string, wishes: Wishes) {
  const { patch, options } = SERVERS[server]!
  const received: Received = { all: 0, requests: 0, jobs: 0, videoSeconds: 0 }
  const patches = [...(patch ? [patch] : []), counting(received)]
  const layers = patches.map((each, index) => ({ name: `layer ${index}`, patch: each }))
  const { provision, close } = await startEmbedded({ capacity: 1000, polls: 3, layers, ...options })
  const start = performance.now()
  try {
    const { plan: planned } = await announce(provision, { seed: 1, deadlineMs: 120_000, ...wishes })
    return { received, planned, seconds: Math.round((performance.now() - start) / 1000) }
  } finally {
    await close()
  }
}

const AMOUNTS = ['jobs', 'videoSeconds', 'requests'] as const
const amounts = (spent: Spent) => AMOUNTS.map((name) => Math.ceil(spent[name]))
