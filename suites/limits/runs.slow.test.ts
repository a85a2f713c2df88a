import { describe, expect, it } from 'vitest'
import { refuses } from '../../fixtures/faults/limits/refuses.ts'
import { exchangesOf, failed, runAgainst } from '../whole-runs/run-for-tests.ts'

/** Violations of each clause on a server that refuses these bodies. */
async function failuresOf(when: Parameters<typeof refuses>[0], wishes = {}) {
  const run = await runAgainst(
    { capacity: 50, patch: refuses(when) },
    { profile: 'full', only: ['limits'], deadlineMs: 900_000, ...wishes },
  )
  const checks = run.report.checks.filter(({ verdict }) => verdict === 'fail')
  return {
    run,
    named: checks.flatMap(({ violations = [] }) => violations.map((each) => each.case)).sort(),
    clauses: failed(run),
  }
}

describe('a run of the suite', () => {
  it('names both refused values of one submission', async () => {
    const { named } = await failuresOf(({ sent }) => sent.ratio === '4:3' || sent.prompt === 'x')
    expect(named).toEqual(['a prompt of one letter', 'ratio "4:3"'])
  })
  it('fails no clause if open bodies are refused', async () => {
    const strict = { dialect: 'legacy-numbers' as const, capacity: 50 }
    const run = await runAgainst(strict, { profile: 'full', only: ['limits'], deadlineMs: 900_000 })
    expect(failed(run)).toEqual([])
    const open = exchangesOf(run).filter(({ purpose }) => purpose.by === 'bodies at open points')
    expect(open.some(({ answer }) => answer?.status === 415)).toBe(true)
    expect(new Set(open.map(({ purpose }) => purpose.part))).toEqual(new Set(['observation']))
  })
  it('submits nothing larger than --max-resolution', async () => {
    const run = await runAgainst({}, { profile: 'full', only: ['limits'], maxResolution: '480p' })
    const asked = exchangesOf(run).filter(({ request }) => /720p|1080p|"[24]k"/i.test(request.body ?? ''))
    expect(asked.map(({ purpose }) => `${purpose.by}: ${purpose.case}`)).toEqual([])
  })
})
