import fc from 'fast-check'
import { showsId } from '../../runner/dialect/job-id.ts'
import type { Drive } from '../../runner/driving/drive.ts'
import type { Exchange } from '../../runner/history/exchange.ts'
import { recordOf, succeeded } from '../../runner/history/reading.ts'
import type { Check, Facts } from '../../runner/judging/check.ts'
import { answeredWith } from '../../runner/judging/probes.ts'
import { sameAccount } from '../../runner/keys/keyring.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import type { Profile } from '../../runner/settings/configuration.ts'
import { requestTo } from '../../runner/wire/requests.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'
import { ERROR_CODES } from '../../spec/words.ts'
import { chanceOfAJob, IMPLAUSIBLE, idLike } from '../id-forms.ts'
import { isJob } from '../lifecycle/polls.ts'
import { isIdOfOwnJob } from '../own-ids.ts'
import { judgesItsShare } from './judged.ts'
import { inLanes } from './lanes.ts'

const BY = 'generated wrong ids'
const DRAWS: Record<Profile, number> = { smoke: 0, standard: 60, full: 240 }
const AT_ONCE = 4

type Change =
  | 'doubled'
  | 'drop'
  | 'add'
  | 'other letter'
  | 'other case'
  | 'twice'
  | 'swap'
  | 'beginning'
  | 'end'
  | 'redrawn'
  | 'below'
type Draw = { job: number; key: KeyName; change: Change; at: number; letter: string; seed: number }

const CHANGES: readonly Change[] = [
  'doubled',
  'drop',
  'add',
  'other letter',
  'other case',
  'twice',
  'swap',
  'beginning',
  'end',
  'redrawn',
  'redrawn',
  'below',
]

/** Below a job there is nothing that the interface names. */
const BELOW = ['status', 'video', 'result', 'cancel', 'gatecheck']

function draws(drive: Drive): Draw[] {
  const keys = (['A', 'A2', 'B'] as const).filter((key) => drive.has(key))
  const draw = fc.record<Draw>({
    job: fc.nat({ max: 9999 }),
    // Mostly by the account whose job it is: the other one sees nothing of it anyway.
    key: fc.constantFrom<KeyName>('A', 'A', ...keys),
    change: fc.constantFrom(...CHANGES),
    at: fc.nat({ max: 9999 }),
    letter: fc.constantFrom(...'0189afxzAFXZ-_.'),
    seed: fc.nat({ max: 1e6 }),
  })
  const { seed, profile } = drive.configuration
  return fc.sample(draw, { seed, numRuns: DRAWS[profile] })
}

/** The last characters first: whoever compares too little most often overlooks these. */
export function changed(id: string, { change, at, letter, seed }: Omit<Draw, 'job' | 'key'>): string {
  const letters = [...id]
  const place = at % letters.length
  const own = letters[place]!
  const put = (...instead: string[]) => [...letters.slice(0, place), ...instead, ...letters.slice(place + 1)].join('')
  switch (change) {
    case 'drop':
      return put()
    case 'add':
      return put(own, letter)
    case 'other letter':
      return put(letter)
    case 'other case':
      return put(own === own.toLowerCase() ? own.toUpperCase() : own.toLowerCase())
    case 'twice':
      return put(own, own)
    case 'swap':
      return [
        ...letters.slice(0, place),
        ...letters.slice(place, place + 2).reverse(),
        ...letters.slice(place + 2),
      ].join('')
    case 'doubled':
      return id + id + id
    case 'beginning':
      return letters.slice(0, 1 + place).join('')
    case 'end':
      return letters.slice(place).join('')
    case 'redrawn':
    case 'below':
      return idLike(id, seed)
  }
}

async function readWrongIds(drive: Drive): Promise<void> {
  const all = draws(drive)
  const half = Math.ceil(all.length / 2)
  const looked = new Set<ClauseId>()
  const first = [await drive.job()]
  await inLanes(AT_ONCE, all.slice(0, half), (draw) => readOne(drive, draw, first, looked))
  const ended = await drive.endings()
  await inLanes(AT_ONCE, all.slice(half), (draw) => readOne(drive, draw, ended, looked))
  await drive.control(await drive.twin('GET /models'))
}

async function readOne(
  drive: Drive,
  { job: which, key, ...draw }: Draw,
  jobs: readonly { id: string; key: KeyName }[],
  looked: Set<ClauseId>,
): Promise<void> {
  const job = jobs[which % jobs.length]
  if (!job) return
  const twin = await drive.twin('GET /videos/{id}')
  const reader = sameAccount(key, job.key) ? key : job.key
  if (draw.change === 'below') {
    const path = `${requestTo(drive.target, 'GET /videos/{id}', { id: job.id }).path}/${BELOW[draw.at % BELOW.length]}`
    const request = { ...requestTo(drive.target, 'GET /videos/{id}', { key: reader }), path }
    await drive.probe(`a path below a job: ${path}`, twin, request, { breaks: 'paths.unknown-path' })
    return
  }
  const id = changed(job.id, draw)
  if (id === '' || id === '.' || id === '..' || drive.isKnownId(id)) return
  const request = requestTo(drive.target, 'GET /videos/{id}', { key: reader, id })
  const breaks = draw.change === 'redrawn' ? 'accounts.unknown-id' : 'paths.odd-id'
  const what = draw.change === 'redrawn' ? `the id ${id}` : `the id ${id}, made from ${job.id}`
  const answer = await drive.probe(what, twin, request, { breaks, near: job.id })
  if (!isNotFound.holds(answer) && !looked.has(breaks)) {
    looked.add(breaks)
    await drive.askAgain(answer)
  }
  if (!isNotFound.holds(answer) && !succeeded(answer)) await drive.control(await drive.twin('GET /models'))
}

const isNotFound = { expected: String(ERROR_CODES.not_found), holds: answeredWith(ERROR_CODES.not_found) }
const isNoJob = { expected: 'no job', holds: (exchange: Exchange) => !isJob(exchange) }

/** Where ids are short or counting, a changed one may be a real job's; only the original under a wrong id speaks. */
function mayBeAnothers(exchange: Exchange, facts: Facts): boolean {
  const original = exchange.purpose.near
  if (original === undefined || !isJob(exchange) || showsId(recordOf(exchange), original)) return false
  return chanceOfAJob(original, facts.ids()) >= IMPLAUSIBLE || isIdOfOwnJob(exchange, facts)
}

const wrongIds = (id: ClauseId, expectation: typeof isNoJob, title: string, first = false): Check =>
  judgesItsShare(
    {
      id: `${id}-generated`,
      clause: id,
      by: BY,
      from: 'standard',
      title,
      needs: ['job'],
      cost: ({ configuration }) => ({ requests: first ? DRAWS[configuration.profile] + 10 : 0 }),
      drive: (drive) => drive.once(BY, readWrongIds),
      excuse: mayBeAnothers,
      // Whatever is wrong with an id, no job is to be seen.
      ...(first && { judgesAll: true as const }),
    },
    expectation,
    'no id of this kind was drawn',
  )

export const generatedWrongIds: Check[] = [
  wrongIds('accounts.near-id-is-no-job', isNoJob, 'answers no job to generated ids made from real ones', true),
  wrongIds('accounts.unknown-id', isNotFound, 'answers 404 to many random ids of the form that ids have'),
  wrongIds('paths.odd-id', isNotFound, 'answers 404 to generated ids of another form'),
  wrongIds('paths.unknown-path', isNotFound, `answers generated paths: ${clause('paths.unknown-path').rule}`),
]
