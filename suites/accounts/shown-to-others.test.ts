import { expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { HEX_ID } from './histories-for-tests.ts'
import { shownToNobodyElse } from './shown-to-others.ts'

const made = (id: string, key = 'A') =>
  answered(202, { by: 'jobs', part: 'submission', key, posted: '{}', body: { id } })
const capacity = (body: unknown, key = 'B', told = {}) =>
  answered(200, { by: 'readings', part: 'twin', path: '/v1/capacity', key, body, ...told })

const facts = { dialect: { idWay: ['id'], idType: 'string' as const } }
const verdict = (...exchanges: Exchange[]) => verdictOf(shownToNobodyElse, exchanges, { facts })

it('fails where another account reads the id of a job', () => {
  const listed = capacity({ free: 2, unfinished: [{ job: HEX_ID }] })
  expect(verdict(made(HEX_ID), listed)).toMatchObject({
    verdict: 'fail',
    expected: /unless GATECHECK_OTHER_ACCOUNT_KEY/,
    received: `200 with ${HEX_ID}, the id of another account's job`,
    evidence: [listed.n],
  })
  expect(verdict(made(HEX_ID, 'B'), capacity({ last: HEX_ID }, 'A2'))).toMatchObject({ verdict: 'fail' })
})

it('passes where each account reads of its own jobs', () => {
  expect(
    verdict(made(HEX_ID), capacity({ free: 2 }), capacity({ jobs: [HEX_ID] }, 'A'), capacity({ jobs: [HEX_ID] }, 'A2')),
  ).toMatchObject({ verdict: 'pass' })
})

it('lets nobody be accused of saying back what was asked for', () => {
  const read = (path: string) => capacity({ message: `There is nothing at ${HEX_ID}.` }, 'B', { path })
  expect(
    verdict(
      made(HEX_ID),
      capacity({ free: 2 }),
      read(`/v1/videos/${HEX_ID}`),
      read(`/v1/videos/${HEX_ID.toUpperCase()}`),
      read(`/v1/usage?of=%76${HEX_ID.slice(1)}`),
    ),
  ).toMatchObject({ verdict: 'pass' })
})
