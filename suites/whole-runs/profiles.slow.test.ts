import { expect, it } from 'vitest'
import type { Profile } from '../../engine/config/configuration.ts'
import { runAgainst } from './run-for-tests.ts'

const spent = async (profile: Profile, service: Parameters<typeof runAgainst>[0] = {}) =>
  (await runAgainst(service, { profile })).report.budget

it.each(['plain', 'legacy-numbers', 'single-seat'])(
  'smoke makes one job and at most 60 requests (%s)',
  async (dialect) => {
    const { jobs, requests } = await spent('smoke', { dialect })
    expect(jobs).toBe(1)
    expect(requests).toBeLessThanOrEqual(60)
  },
)

it.each(['plain', 'single-seat'])('standard makes at most 12 jobs (%s)', async (dialect) => {
  expect((await spent('standard', { dialect })).jobs).toBeLessThanOrEqual(12)
})
