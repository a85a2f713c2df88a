import fc from 'fast-check'
import type { Exchange, RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { requestTo, withAuthorization } from '../../engine/http/requests.ts'
import type { Job } from '../../engine/jobs/job.ts'
import { sameAccount } from '../../engine/keys/keyring.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { READINGS } from '../../spec/endpoints.ts'
import { idLike } from '../inputs/ids.ts'
import { withAnyOf } from '../limits/shown.ts'
import type { Referee } from './referee.ts'

/** What a sequence may be told of the run; the law is the referee's to know. */
export type Scene = {
  jobs: Job[]
  /** Jobs that may still be submitted. */
  left: number
  rests: number
}

export type Real = {
  drive: Drive
  referee: Referee
  /** The one that the run has seen accepted. */
  plainest: string
  bodies: readonly string[]
  badBodies: readonly string[]
  keys: readonly KeyName[]
  /** What each key was shown of the models, where that was read: accounts may have models of their own. */
  aliases: ReadonlyMap<KeyName, readonly string[]>
}

export class StoryBroken extends Error {
  override name = 'StoryBroken'
}

type Draw = { job: number; key: number; body: number; seed: number }
type Act = (scene: Scene, real: Real, draw: Draw) => Promise<void>
export type Command = {
  /** What it sends at most. */
  sends(keys: readonly KeyName[]): number
  /** The body that it submits, where it submits one. */
  submits?: number
  /** It is about a job. */
  needsAJob?: true
  can(scene: Scene): boolean
  run(scene: Scene, real: Real): Promise<void>
}

const draw: fc.Arbitrary<Draw> = fc.record({
  job: fc.nat({ max: 999 }),
  key: fc.nat({ max: 999 }),
  body: fc.nat({ max: 999 }),
  seed: fc.nat({ max: 1e6 }),
})

/** What submits and what must not get in share it: nothing of the one may be lent to the other. */
const CONNECTION = 'of submissions'

const pick = <T>(from: readonly T[], which: number) => from[which % from.length]!

/** Later jobs more often than the first ones, whose ends were seen long ago. */
const pickJob = ({ jobs }: Scene, { job }: Draw) => pick([...jobs, ...jobs.slice(-2), ...jobs.slice(-2)], job)

function command(sends: number, can: (scene: Scene) => boolean, act: Act): fc.Arbitrary<Command> {
  return draw.map((drawn) => ({ sends: () => sends, can, run: (scene, real) => act(scene, real, drawn) }))
}

function aboutAJob(sends: Command['sends'], act: Act): fc.Arbitrary<Command> {
  return draw.map((drawn) => ({
    sends,
    needsAJob: true,
    can: ({ jobs }) => jobs.length > 0,
    run: (scene, real) => act(scene, real, drawn),
  }))
}

const once = () => 1

/** A submission that is refused is followed by the plainest one, which costs a job in its place. */
function submitting(sends: number, act: Act): fc.Arbitrary<Command> {
  return draw.map((drawn) => ({
    sends: () => sends,
    submits: drawn.body,
    can: ({ left }) => left > 0,
    run: (scene, real) => act(scene, real, drawn),
  }))
}

function look(real: Real, ...exchanges: Exchange[]): void {
  for (const exchange of exchanges) if (real.referee.see(exchange)) throw new StoryBroken()
}

const submit = submitting(1, place)

async function place(scene: Scene, real: Real, { key: which, body }: Draw): Promise<void> {
  const key = pick(real.keys, which)
  const options = {
    key,
    following: 'not at all',
    connection: CONNECTION,
    // Room is taken up by the sequence's own jobs, so waiting for it would be waiting for itself.
    waits: 0,
  } as const
  const take = async (text: string, what: string) => {
    const { exchange, job } = await real.drive.jobs.submit(text, { ...options, purpose: { case: what } })
    if (job) scene.jobs.push(job)
    look(real, exchange)
    return exchange
  }
  scene.left--
  const exchange = await take(listedTo(key, pick(real.bodies, body), real), `a job of ${key}`)
  // Refused counts only if the plainest is still accepted.
  if (!succeeded(exchange) && statusOf(exchange) !== 429)
    await take(listedTo(key, real.plainest, real), 'the plainest submission again')
}

const listedTo = (key: KeyName, body: string, { aliases }: Real) => withAnyOf(aliases.get(key) ?? [], body)

async function refuse(_: Scene, { drive, keys, badBodies }: Real, { key, body }: Draw): Promise<void> {
  const request = requestTo(drive.target, 'POST /videos', { key: pick(keys, key), body: pick(badBodies, body) })
  const what = 'an invalid body'
  await drive.whereThereIsRoom(what, () => drive.observe(what, request, { wrong: ['body'] }, { waits: 0 }))
}

const submitBadly = command(1, () => true, refuse)

/** What was refused before is nothing to the next one. */
const submitAfterARefusal = submitting(2, async (scene, real, drawn) => {
  await refuse(scene, real, drawn)
  await place(scene, real, drawn)
})

const siblings = (keys: readonly KeyName[], job: Job) => keys.filter((key) => sameAccount(key, job.key))

const poll = aboutAJob(once, async (scene, real, drawn) => {
  const job = pickJob(scene, drawn)
  look(real, await real.drive.jobs.poll(job, pick(siblings(real.keys, job), drawn.key)))
})

const PEEKS_BETWEEN = 2

/** All at once: each key of the account, one of them twice. */
const pollTogether = aboutAJob(
  (keys) => (keys.includes('A2') ? 3 : 2) + PEEKS_BETWEEN,
  async (scene, real, drawn) => {
    const job = pickJob(scene, drawn)
    const keys = siblings(real.keys, job)
    const others = Array.from({ length: PEEKS_BETWEEN }, (_, turn) =>
      peek(scene, real, job, { ...drawn, key: drawn.key + turn }),
    )
    const [polls, peeks] = await Promise.all([
      Promise.all([job.key, ...keys].map((key) => real.drive.jobs.poll(job, key))),
      Promise.all(others),
    ])
    look(real, ...[...polls, ...peeks.flat()].sort((one, other) => one.received - other.received))
  },
)

/** A read that must be refused: by another account, without a key, with a key that is none. */
async function peek(_: Scene, { drive, keys }: Real, job: Job, { key }: Draw): Promise<Exchange[]> {
  const own = requestTo(drive.target, 'GET /videos/{id}', { id: job.id, key: job.key })
  const foreign = keys.filter((each) => !sameAccount(each, job.key))
  const choices: [ClauseId, RequestTemplate][] = [
    ...foreign.map((each): [ClauseId, RequestTemplate] => [
      'accounts.other-account-sees-404',
      requestTo(drive.target, 'GET /videos/{id}', { id: job.id, key: each }),
    ]),
    ['auth.header-required', withAuthorization(own)],
    ['auth.unknown-key', withAuthorization(own, 'Bearer {{U}}')],
    ...(drive.has('R')
      ? [['auth.revoked-key', withAuthorization(own, 'Bearer {{R}}')] as [ClauseId, RequestTemplate]]
      : []),
  ]
  const [breaks, request] = pick(choices, key)
  const twin = await drive.twin('GET /models')
  return [
    await drive.probe("another account's job, or a job without a valid key", twin, request, {
      breaks,
      foreign: job,
      connection: CONNECTION,
    }),
  ]
}

const pollVainly = aboutAJob(once, async (scene, real, drawn) => {
  look(real, ...(await peek(scene, real, pickJob(scene, drawn), drawn)))
})

const pollUnknown = aboutAJob(once, async (scene, real, drawn) => {
  const { drive } = real
  const id = idLike(pickJob(scene, drawn).id, drawn.seed)
  const request = requestTo(drive.target, 'GET /videos/{id}', { id, key: pick(real.keys, drawn.key) })
  const twin = await drive.twin('GET /models')
  look(real, await drive.probe('an unknown id', twin, request, { breaks: 'accounts.unknown-id' }))
})

const read = command(
  1,
  () => true,
  async (_, { drive, keys }, { key, body }) => {
    const name = pick(READINGS, body)
    await drive.good(name, requestTo(drive.target, name, { key: pick(keys, key) }))
  },
)

const rest = command(
  0,
  ({ rests }) => rests > 0,
  async (scene, { drive }) => {
    scene.rests--
    await drive.wait(drive.configuration.pollIntervalMs)
  },
)

/** Polls make most of a life, so they make most of a sequence. */
export const COMMANDS: fc.Arbitrary<Command>[] = [
  submit,
  submitAfterARefusal,
  poll,
  poll,
  poll,
  poll,
  poll,
  pollTogether,
  pollVainly,
  pollVainly,
  pollUnknown,
  submitBadly,
  read,
  rest,
]
