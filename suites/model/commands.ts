import fc from 'fast-check'
import type { Exchange, RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { requestTo, withAuthorization } from '../../engine/http/requests.ts'
import type { Job } from '../../engine/jobs/job.ts'
import { sameAccount } from '../../engine/keys/keyring.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Driver } from '../../engine/run/driver.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { READINGS } from '../../spec/endpoints.ts'
import { idLike } from '../inputs/ids.ts'
import { withAnyOf } from '../limits/shown.ts'
import type { Model } from './expected.ts'

/** What decides whether a command can run. */
export type State = {
  jobs: Job[]
  /** Jobs that may still be submitted. */
  left: number
  waits: number
}

export type Context = {
  drive: Driver
  model: Model
  /** The body that the run has seen accepted. */
  plainest: string
  bodies: readonly string[]
  badBodies: readonly string[]
  keys: readonly KeyName[]
  /** The models listed to each key. */
  aliases: ReadonlyMap<KeyName, readonly string[]>
}

/** Ends all sequences: later responses may result from the first violation. */
export class Violated extends Error {
  override name = 'Violated'
}

type Draw = { job: number; key: number; body: number; seed: number }
type Act = (state: State, context: Context, draw: Draw) => Promise<void>
export type Command = {
  /** Requests at most. */
  sends(keys: readonly KeyName[]): number
  can(state: State): boolean
  run(state: State, context: Context): Promise<void>
}

const draw: fc.Arbitrary<Draw> = fc.record({
  job: fc.nat({ max: 999 }),
  key: fc.nat({ max: 999 }),
  body: fc.nat({ max: 999 }),
  seed: fc.nat({ max: 1e6 }),
})

/** Valid submissions and requests without a valid key share it: a key must not be remembered. */
const CONNECTION = 'of submissions'

const pick = <T>(from: readonly T[], which: number) => from[which % from.length]!

/** Later jobs more often: the first ones have finished long ago. */
const pickJob = ({ jobs }: State, { job }: Draw) => pick([...jobs, ...jobs.slice(-2), ...jobs.slice(-2)], job)

const command = (sends: number | Command['sends'], can: Command['can'], act: Act): fc.Arbitrary<Command> =>
  draw.map((drawn) => ({
    sends: typeof sends === 'number' ? () => sends : sends,
    can,
    run: (state, context) => act(state, context, drawn),
  }))

const hasJob = ({ jobs }: State) => jobs.length > 0
const mayAddAJob = ({ left }: State) => left > 0
const always = () => true

function look({ model }: Context, ...exchanges: Exchange[]): void {
  for (const exchange of exchanges) if (model.see(exchange)) throw new Violated()
}

/** If it is refused, the plainest follows: the refusal counts only if that is accepted. */
async function place(state: State, context: Context, { key: which, body }: Draw): Promise<void> {
  const key = pick(context.keys, which)
  // The jobs of the sequence use the capacity: waiting for it would not end.
  const options = { key, following: 'not at all', connection: CONNECTION, waits: 0 } as const
  const submit = async (text: string, what: string) => {
    const listed = withAnyOf(context.aliases.get(key) ?? [], text)
    const { exchange, job } = await context.drive.jobs.submit(listed, { ...options, purpose: { case: what } })
    if (job) state.jobs.push(job)
    look(context, exchange)
    return exchange
  }
  state.left--
  const exchange = await submit(pick(context.bodies, body), `a job of ${key}`)
  if (!succeeded(exchange) && statusOf(exchange) !== 429)
    await submit(context.plainest, 'the plainest submission again')
}

const submit = command(2, mayAddAJob, place)

async function refuse(_: State, { drive, keys, badBodies }: Context, { key, body }: Draw): Promise<void> {
  const request = requestTo(drive.target, 'POST /videos', { key: pick(keys, key), body: pick(badBodies, body) })
  const what = 'an invalid body'
  await drive.withinLimits(what, () => drive.observe(what, request, { wrong: ['body'] }, { waits: 0 }))
}

const submitBadly = command(1, always, refuse)

const submitAfterARefusal = command(3, mayAddAJob, async (state, context, drawn) => {
  await refuse(state, context, drawn)
  await place(state, context, drawn)
})

const siblings = (keys: readonly KeyName[], job: Job) => keys.filter((key) => sameAccount(key, job.key))

const poll = command(1, hasJob, async (state, context, drawn) => {
  const job = pickJob(state, drawn)
  look(context, await context.drive.jobs.poll(job, pick(siblings(context.keys, job), drawn.key)))
})

const PEEKS_BETWEEN = 2

/** All at once: each key of the account, one of them twice. */
const pollTogether = command(
  (keys) => (keys.includes('A2') ? 3 : 2) + PEEKS_BETWEEN,
  hasJob,
  async (state, context, drawn) => {
    const job = pickJob(state, drawn)
    const keys = siblings(context.keys, job)
    const others = Array.from({ length: PEEKS_BETWEEN }, (_, turn) =>
      peek(state, context, job, { ...drawn, key: drawn.key + turn }),
    )
    const [polls, peeks] = await Promise.all([
      Promise.all([job.key, ...keys].map((key) => context.drive.jobs.poll(job, key))),
      Promise.all(others),
    ])
    look(context, ...[...polls, ...peeks.flat()].sort((one, other) => one.received - other.received))
  },
)

/** A read that must be refused: by another account, or without a valid key. */
async function peek(_: State, { drive, keys }: Context, job: Job, { key }: Draw): Promise<Exchange[]> {
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
  const control = await drive.control('GET /models')
  return [
    await drive.probe("another account's job, or a job without a valid key", control, request, {
      breaks,
      foreign: job,
      connection: CONNECTION,
    }),
  ]
}

const pollInVain = command(1, hasJob, async (state, context, drawn) => {
  look(context, ...(await peek(state, context, pickJob(state, drawn), drawn)))
})

const pollUnknown = command(1, hasJob, async (state, context, drawn) => {
  const { drive } = context
  const id = idLike(pickJob(state, drawn).id, drawn.seed)
  const request = requestTo(drive.target, 'GET /videos/{id}', { id, key: pick(context.keys, drawn.key) })
  const control = await drive.control('GET /models')
  look(context, await drive.probe('an unknown id', control, request, { breaks: 'accounts.unknown-id' }))
})

const read = command(1, always, async (_, { drive, keys }, { key, body }) => {
  const name = pick(READINGS, body)
  await drive.good(name, requestTo(drive.target, name, { key: pick(keys, key) }))
})

const wait = command(
  0,
  ({ waits }) => waits > 0,
  async (state, { drive }) => {
    state.waits--
    await drive.wait(drive.configuration.pollIntervalMs)
  },
)

/** Polls are the most frequent requests of clients. */
export const COMMANDS: fc.Arbitrary<Command>[] = [
  submit,
  submitAfterARefusal,
  poll,
  poll,
  poll,
  poll,
  poll,
  pollTogether,
  pollInVain,
  pollInVain,
  pollUnknown,
  submitBadly,
  read,
  wait,
]
