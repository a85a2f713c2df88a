import fc from 'fast-check'
import type { Profile } from '../../engine/config/configuration.ts'
import { showsId } from '../../engine/discovery/dialect/job-id.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { recordOf, succeeded } from '../../engine/history/reading/reading.ts'
import { requestTo } from '../../engine/http/requests.ts'
import type { Facts, Rule } from '../../engine/judge/check.ts'
import { type Expectation, isNotFound } from '../../engine/judge/expectations.ts'
import { sameAccount } from '../../engine/keys/keyring.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Driver } from '../../engine/run/driver.ts'
import type { Phase } from '../../engine/run/phase.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { CHANGES, chanceOfAJob, changedAt, type IdChange, IMPLAUSIBLE, idLike } from '../inputs/ids.ts'
import { isJob, isNoJob } from '../lifecycle/polls.ts'
import { isIdOfOwnJob } from '../own-ids.ts'
import { judgesItsShare } from './judged.ts'
import { inLanes } from './lanes.ts'

const DRAWS: Record<Profile, number> = { smoke: 0, standard: 30, full: 240 }
const AT_ONCE = 4

type Draw = { job: number; key: KeyName; change: Change; at: number; letter: string; seed: number }

const KINDS: readonly Change[] = [...CHANGES, 'redrawn', 'redrawn', 'below']

/** Paths below a job that the specification does not define. */
const BELOW = ['status', 'video', 'result', 'cancel', 'gatecheck']

function draws(drive: Driver): Draw[] {
  const keys = (['A', 'A2', 'B'] as const).filter((key) => drive.has(key))
  const draw = fc.record<Draw>({
    job: fc.nat({ max: 9999 }),
    key: fc.constantFrom<KeyName>('A', 'A', ...keys),
    change: fc.constantFrom(...KINDS),
    at: fc.nat({ max: 9999 }),
    letter: fc.constantFrom(...'0189afxzAFXZ-_.'),
    seed: fc.nat({ max: 1e6 }),
  })
  const { seed, profile } = drive.configuration
  return fc.sample(draw, { seed, numRuns: DRAWS[profile] })
}

type Change = IdChange | 'redrawn' | 'below'

function changed(id: string, { change, at, letter, seed }: Omit<Draw, 'job' | 'key'>): string {
  return change === 'redrawn' || change === 'below' ? idLike(id, seed) : changedAt(id, change, at, letter)
}

async function readWrongIds(drive: Driver): Promise<void> {
  const all = draws(drive)
  const half = Math.ceil(all.length / 2)
  const looked = new Set<ClauseId>()
  const goesOn = () => drive.hasTimeToSpare()
  const first = [await drive.jobs.first()]
  await inLanes(AT_ONCE, all.slice(0, half), (draw) => readOne(drive, draw, first, looked), goesOn)
  const ended = await drive.jobs.endings()
  await inLanes(AT_ONCE, all.slice(half), (draw) => readOne(drive, draw, ended, looked), goesOn)
  await drive.repeatControl(await drive.control('GET /models'))
}

async function readOne(
  drive: Driver,
  { job: which, key, ...draw }: Draw,
  jobs: readonly { id: string; key: KeyName }[],
  looked: Set<ClauseId>,
): Promise<void> {
  const job = jobs[which % jobs.length]
  if (!job) return
  const control = await drive.control('GET /videos/{id}')
  const reader = sameAccount(key, job.key) ? key : job.key
  if (draw.change === 'below') {
    const path = `${requestTo(drive.target, 'GET /videos/{id}', { id: job.id }).path}/${BELOW[draw.at % BELOW.length]}`
    const request = { ...requestTo(drive.target, 'GET /videos/{id}', { key: reader }), path }
    await drive.probe(`a path below a job: ${path}`, control, request, { breaks: 'paths.unknown-path' })
    return
  }
  const id = changed(job.id, draw)
  if (id === '' || id === '.' || id === '..' || drive.jobs.isKnown(id)) return
  const request = requestTo(drive.target, 'GET /videos/{id}', { key: reader, id })
  const breaks = draw.change === 'redrawn' ? 'accounts.unknown-id' : 'paths.odd-id'
  const what = draw.change === 'redrawn' ? `the id ${id}` : `the id ${id}, made from ${job.id}`
  const answer = await drive.probe(what, control, request, { breaks, near: job.id })
  if (!isNotFound.holds(answer) && !looked.has(breaks)) {
    looked.add(breaks)
    await drive.askAgain(answer)
  }
  if (!isNotFound.holds(answer) && !succeeded(answer)) await drive.repeatControl(await drive.control('GET /models'))
}

const WRONG_IDS: Phase = {
  name: 'invalid ids',
  spare: true,
  max: ({ configuration }) => ({ requests: DRAWS[configuration.profile] + 10 }),
  drive: readWrongIds,
}

/** A changed short id may be another job's: only the original job under a wrong id counts. */
function mayBeAnothers(exchange: Exchange, facts: Facts): boolean {
  const original = exchange.purpose.near
  if (original === undefined || !isJob(exchange) || showsId(recordOf(exchange), original)) return false
  return chanceOfAJob(original, facts.ids()) >= IMPLAUSIBLE || isIdOfOwnJob(exchange, facts)
}

const wrongIds = (id: ClauseId, expectation: Expectation, title: string, judgesAll?: true): Rule =>
  judgesItsShare(
    {
      id: `${id}/generated`,
      clause: id,
      by: WRONG_IDS.name,
      from: 'standard',
      title,
      needs: ['job'],
      phases: [WRONG_IDS],
      excuse: mayBeAnothers,
      ...(judgesAll && { judgesAll }),
    },
    expectation,
    'no id of this kind was generated',
  )

export const generatedWrongIds: Rule[] = [
  wrongIds('accounts.near-id-is-no-job', isNoJob, 'returns no job for generated ids made from real ones', true),
  wrongIds('accounts.unknown-id', isNotFound, 'returns 404 for many random ids in the format of the job ids'),
  wrongIds('paths.odd-id', isNotFound, 'returns 404 for generated ids in another format'),
  wrongIds('paths.unknown-path', isNotFound, 'returns 404 for generated paths'),
]
