import { requestTo, withAuthorization } from '../../engine/http/requests.ts'
import type { Job } from '../../engine/jobs/job.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import { READINGS } from '../../spec/endpoints.ts'
import { type Defect, MUST_BE_REFUSED } from '../inputs/bodies/defects.ts'
import { BODY_TO_BE_REFUSED, POLL_IN_VAIN } from './marks.ts'

/** What may move a job that nobody polls, or what a meter shows, and must not: each done once. */

const KINDS_OF_REFUSED_BODIES = 10

export async function readEverything(drive: Drive): Promise<void> {
  for (const key of (['A', 'A2'] as const).filter((each) => drive.has(each)))
    for (const name of READINGS) await drive.good(`${name} while a job rests`, requestTo(drive.target, name, { key }))
}

export async function pollInVain(drive: Drive, job: Job): Promise<void> {
  const { target } = drive
  const request = requestTo(target, 'GET /videos/{id}', { id: job.id })
  const as = (key: KeyName) => requestTo(target, 'GET /videos/{id}', { id: job.id, key })
  const mark = POLL_IN_VAIN.of({})
  await drive.observe('a poll without a key', withAuthorization(request), { mark })
  await drive.observe('a poll with an unknown key', withAuthorization(request, 'Bearer {{U}}'), { mark })
  if (drive.has('R')) await drive.observe('a poll with a revoked key', as('R'), { mark })
  if (drive.has('B')) await drive.observe('a poll by another account', as('B'), { mark })
}

export async function pollFinishedJobs(drive: Drive): Promise<void> {
  await drive.jobs.poll(await drive.jobs.finished())
  for (const key of ['A2', 'B'] as const) {
    const job = drive.jobs.finishedOf(key)
    if (job) await drive.jobs.poll(job)
  }
}

/** By kind, of which each is sent in turn. */
export function refusedBodies(): Defect[][] {
  return [...Map.groupBy(MUST_BE_REFUSED, ({ breaks }) => breaks).values()].slice(0, KINDS_OF_REFUSED_BODIES)
}

/** A different reason for each, so that every kind is covered. */
export async function sendRefusedBodies(
  drive: Drive,
  text: string,
  turn: number,
  waits: { waits?: number } = {},
): Promise<void> {
  const fields = JSON.parse(text) as Record<string, unknown>
  for (const defects of refusedBodies()) {
    const defect = defects[turn % defects.length]!
    const made = defect.of(fields)
    const body = typeof made === 'string' ? made : JSON.stringify(made)
    const what = `an invalid body, ${defect.what}`
    const request = requestTo(drive.target, 'POST /videos', { body })
    const about = { wrong: ['body' as const], mark: BODY_TO_BE_REFUSED.of({}) }
    await drive.whereThereIsRoom(what, () => drive.observe(what, request, about, waits))
  }
  if (!drive.has('R')) return
  const request = requestTo(drive.target, 'POST /videos', { key: 'R', body: text })
  const what = 'a valid body with a revoked key'
  const about = { mark: BODY_TO_BE_REFUSED.of({}) }
  await drive.whereThereIsRoom(what, () => drive.observe(what, request, about, waits))
}
