import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { recordOf, succeeded } from '../../engine/history/reading/reading.ts'
import type { Job } from '../../engine/jobs/job.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { NotTested } from '../../engine/run/not-tested.ts'
import { missingInWords, type Need } from '../../spec/clause.ts'
import { FIELDS, type Status } from '../../spec/words.ts'
import { readCapacity } from '../capacity/burst.ts'
import { chanceOfAJob, IMPLAUSIBLE, idLike } from '../inputs/ids.ts'
import { isFinal, type Wanted } from './wanted.ts'

/** Values for the request of an interaction. */
export type Made = {
  key: KeyName | 'as it is'
  /** The id in its path. */
  id?: string
  alias?: string
  image?: string
  /** A response that shows the state, if the next one may no longer show it. */
  seen?: Exchange
}

/** A seed offset that no other check uses. */
const OWN_DRAW = 7002

/** Sets up over HTTP what is wanted, or throws NotTested with the reason. */
export async function made(drive: Driver, wanted: Wanted): Promise<Made> {
  switch (wanted.kind) {
    case 'nothing':
      return { key: keyAtHand(drive, wanted.key) }
    case 'any job':
      return { key: keyAtHand(drive, wanted.key), id: (await drive.jobs.first()).id }
    case 'submission':
      return {
        key: 'A',
        ...(!wanted.keepsItsModel && { alias: aliasAtHand(drive) }),
        ...(wanted.needsImage && { image: imageAtHand(drive) }),
      }
    case 'no room':
      return { key: 'A', alias: aliasAtHand(drive), seen: await withoutRoom(drive) }
    case 'job in a state':
      return jobIn(drive, wanted.status)
    case 'job of another account': {
      if (!drive.has('B')) return lacks(drive, 'other-account-key')
      const { id } = await drive.jobs.finished()
      refuseShortIds(drive, id)
      return { key: 'B', id }
    }
    case 'id that no job has': {
      const { id } = await drive.jobs.first()
      refuseShortIds(drive, id)
      return { key: 'A', id: idLike(id, drive.configuration.seed + OWN_DRAW) }
    }
  }
}

const lacks = (drive: Driver, need: Need): never => drive.notTested(missingInWords(need), { kind: 'missing', need })

function keyAtHand(drive: Driver, key: Made['key']): Made['key'] {
  return key === 'R' && !drive.has('R') ? lacks(drive, 'revoked-key') : key
}

const aliasAtHand = (drive: Driver): string =>
  drive.configuration.model ?? drive.dialect.alias ?? drive.notTested('GET /models lists no alias to submit a job with')

const imageAtHand = (drive: Driver): string => drive.configuration.imageUrl ?? lacks(drive, 'image')

function refuseShortIds(drive: Driver, id: string): void {
  if (chanceOfAJob(id) > IMPLAUSIBLE) drive.notTested('ids are so short that any id may belong to a job')
}

const statusOf = (exchange: Exchange | undefined) => exchange && recordOf(exchange)?.status

async function jobIn(drive: Driver, status: Status | undefined): Promise<Made> {
  if (status === 'failed') return { key: 'A', id: await failedJob(drive) }
  const job = await drive.jobs.finished()
  if (status === undefined) return { key: 'A', id: job.id }
  if (!isFinal(status)) return { key: 'A', ...(await unfinished(drive, status)) }
  if (statusOf(job.final) === status) return { key: 'A', id: job.id }
  const other = (await drive.jobs.ended()).find((each) => each.key === 'A' && statusOf(each.final) === status)
  return other ? { key: 'A', id: other.id } : drive.notTested(`no job of the run has ${status}`)
}

/** Polls advance an unfinished job, so the contract is compared with an earlier poll that showed the status. */
async function unfinished(drive: Driver, status: Status): Promise<{ id: string; seen: Exchange }> {
  const jobs = (await drive.jobs.ended()).filter(({ key }) => key === 'A')
  for (const job of jobs) {
    const seen = job.polls.find((poll) => statusOf(poll) === status)
    if (seen) return { id: job.id, seen }
  }
  return drive.notTested(
    `no poll of the run found a job ${status}: which states a job goes through is an implementation choice`,
  )
}

async function failedJob(drive: Driver): Promise<string> {
  const isFailed = (job: Job | undefined) => job !== undefined && job.key === 'A' && statusOf(job.final) === 'failed'
  const failed = (await drive.jobs.ended()).find(isFailed)
  if (failed) return failed.id
  const { failingPrompt } = drive.configuration
  if (failingPrompt === undefined) return lacks(drive, 'failing-prompt')
  const body = { model: aliasAtHand(drive), prompt: failingPrompt, duration: FIELDS.duration.least }
  const purpose = { case: 'the prompt in GATECHECK_FAILING_PROMPT' }
  const { exchange, job } = await drive.jobs.submit(JSON.stringify(body), { purpose })
  await job?.end
  return succeeded(exchange) && job && isFailed(job)
    ? job.id
    : drive.notTested('the prompt in GATECHECK_FAILING_PROMPT did not fail')
}

const MOST_AT_ONCE = 50

/** As many submissions at once as the user allows. */
async function withoutRoom(drive: Driver): Promise<Exchange> {
  const { burst } = drive.configuration
  if (burst === 0) return drive.notTested(missingInWords('burst'), { kind: 'missing', need: 'burst' })
  const body = JSON.stringify({ model: aliasAtHand(drive), prompt: 'A paper boat.', duration: FIELDS.duration.least })
  const purpose = (index: number) => ({ case: `${index + 1} of a burst` })
  await readCapacity(drive, ['A'])
  await Promise.all(
    Array.from({ length: Math.min(burst, MOST_AT_ONCE) }, (_, index) =>
      drive.jobs.submit(body, { purpose: purpose(index), atOnce: true }).catch((error: unknown) => {
        if (!(error instanceof NotTested)) throw error
      }),
    ),
  )
  const refused = drive.exchanges().find(({ answer }) => answer?.status === 429)
  return refused ?? drive.notTested(`${burst} submissions at once provoked no 429: use a larger --burst`)
}
