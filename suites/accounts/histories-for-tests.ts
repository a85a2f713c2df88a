import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered } from '../../engine/judge/handwritten-for-tests.ts'
import { accounts } from './index.ts'
import { READ, type Which } from './look-alike.ts'

export const FOREIGN = 'accounts.other-account-sees-404'
export const SHARED = 'accounts.same-account-shares-jobs'
export const FOREIGN_AT_THE_END = 'accounts.other-account-sees-404/at-the-end'
export const FOREIGN_ON_A_KEPT_CONNECTION = 'accounts.other-account-sees-404/kept-connection'
export const SHARED_AT_THE_END = 'accounts.same-account-shares-jobs/at-the-end'
export const RANDOM = 'accounts.unknown-id'
export const NEAR = 'accounts.near-id-is-no-job'
export const ALIKE = 'accounts.foreign-and-unknown-look-alike'

export const check = (id: string) => accounts.checks.find((each) => each.id === id)!

export const HEX_ID = 'vid_9f86d081884c7d659a2f'
export const COUNTED_ID = '41'
export const job = (id: string, status = 'running') => ({ id, status, stage: 'generating' })

/** A read of a job, or of what is none, by another key or under another id. */
export const read = (by: string, polled: string, status: number, body: unknown, told = {}) =>
  answered(status, { by, part: 'probe', case: 'a job right after submission', polled, body, ...told })
export const control = (by: string, status = 200) => answered(status, { by, part: 'control' })

/** A good request, the probes that break it in one place, and a good one again. */
export function probed(
  by: string,
  probe: (told: { twin: number }) => Exchange[],
  id = HEX_ID,
  after = 200,
): Exchange[] {
  const twin = answered(200, { by: 'jobs', part: 'poll', job: 1, polled: id, body: job(id) })
  return [twin, ...probe({ twin: twin.n }), control(by, after)]
}

export const foreign = (status: number, body: unknown = '', told = {}, by = FOREIGN) =>
  probed(by, (twin) => [read(by, 'job-1', status, body, { key: 'B', ...twin, ...told })])

export const visit = (status: number, told = {}) =>
  answered(status, { by: SHARED, part: 'poll', job: 1, polled: 'job-1', owner: 'A', key: 'A2', ...told })
export const goodElsewhere = (status = 200, told = {}) =>
  answered(status, { by: SHARED, part: 'twin', case: 'GET /models', key: 'A2', ...told })

export const random = (status: number, body: unknown = '', after = 200) =>
  probed(RANDOM, (twin) => [read(RANDOM, 'vid_00', status, body, { case: 'the id vid_00', ...twin })], HEX_ID, after)

/** Answers to ids that resemble the given one. */
export const near = (id: string, ...bodies: unknown[]) =>
  probed(
    NEAR,
    (twin) =>
      bodies.map((body) =>
        read(NEAR, `${id}x`, body === undefined ? 404 : 200, body ?? '', { case: 'the id with a letter', ...twin }),
      ),
    id,
  )

export type Look = { body?: unknown; headers?: Record<string, string>; status?: number }
const looked = (which: Which, polled: string, { status = 404, ...look }: Look = {}) =>
  answered(status, {
    by: ALIKE,
    part: 'observation',
    mark: READ.of({ which, moment: 'under way' }),
    polled,
    key: 'B',
    body: { code: 'not_found' },
    ...look,
  })
export const asForeign = (look: Look = {}) => looked('foreign', HEX_ID, look)
const asUnknown = (look: Look = {}, id = 'vid_00') => looked('unknown', id, look)
/** In the order in which they are read: unknown, foreign, unknown, foreign, unknown. */
export const alike = (of: (id: string) => Look, unknown = of) =>
  ['vid_00', HEX_ID, 'vid_11', HEX_ID, 'vid_22'].map((id) =>
    id === HEX_ID ? asForeign(of(id)) : asUnknown(unknown(id), id),
  )
