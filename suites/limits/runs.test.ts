import { describe, expect, it } from 'vitest'
import { refuses } from '../../fixtures/faults/limits/refuses.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { exchangesOf, failed, runAgainst } from '../whole-runs/run-for-tests.ts'

/** The violations of each clause that a server which refuses these bodies is accused of. */
async function accusedOf(when: Parameters<typeof refuses>[0], wishes = {}) {
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
  it('two refused things in one order are both named', async () => {
    const { named } = await accusedOf(({ sent }) => sent.ratio === '4:3' || sent.prompt === 'x')
    expect(named).toEqual(['a prompt of one letter', 'ratio "4:3"'])
  })
  it('something left out that is refused does not keep other orders from being taken apart', async () => {
    const { named } = await accusedOf(({ sent }) => !('duration' in sent) || sent.ratio === '9:16')
    expect(named).toEqual(['no duration', 'ratio "9:16"'])
  })
  it('orders that a known culprit explains do not use up the turns of others', async () => {
    const { named } = await accusedOf(({ sent }) => sent.model === 'studio' || sent.ratio === '1080:1920')
    expect(named).toEqual(['model studio', 'ratio "1080:1920"'])
  })
  it.each([
    ['60 seconds', { duration: 60 }, 'submission.range-ends-accepted'],
    ['2k', { resolution: '2k' }, 'submission.listed-words-accepted'],
    ['1 fps', { fps: 1 }, 'submission.range-ends-accepted'],
    ['10 bits', { bit_depth: 10 }, 'submission.listed-words-accepted'],
    ['images', undefined, 'submission.image-accepted'],
  ] as const)('who refuses %s is not accused of its spellings, too', async (_, values, clause) => {
    const { clauses } = await accusedOf(({ sent }) =>
      values ? Object.entries(values).every(([name, value]) => sent[name] === value) : 'image_url' in sent,
    )
    expect(clauses).toEqual([clause satisfies ClauseId])
  })
  it.each([36, 40, 45])(
    'lets the budget be used up by the taking apart before the open points (--max-jobs %i)',
    async (maxJobs) => {
      const { clauses, run } = await accusedOf(({ sent }) => sent.resolution === '4k' && sent.duration === 60, {
        maxJobs,
      })
      expect(clauses).toEqual(['submission.combinations-accepted'])
      const [last, first] = [
        exchangesOf(run).findLast(({ purpose }) => purpose.by === 'orders'),
        exchangesOf(run).find(({ purpose }) => purpose.by === 'open bodies'),
      ]
      expect(first?.n ?? Number.POSITIVE_INFINITY).toBeGreaterThan(last!.n)
    },
  )
  it('holds against nobody that an open body is refused', async () => {
    const strict = { dialect: 'legacy-numbers' as const, capacity: 50 }
    const run = await runAgainst(strict, { profile: 'full', only: ['limits'], deadlineMs: 900_000 })
    expect(failed(run)).toEqual([])
    const open = exchangesOf(run).filter(({ purpose }) => purpose.by === 'open bodies')
    expect(open.some(({ answer }) => answer?.status === 415)).toBe(true)
    expect(new Set(open.map(({ purpose }) => purpose.part))).toEqual(new Set(['observation']))
  })
  it('ends of which the budget let only one be tried do not pass', async () => {
    const { report } = await runAgainst({}, { profile: 'full', only: ['limits'], maxJobs: 1 })
    expect(report.checks.find(({ id }) => id === 'limits.ends')!.verdict).not.toBe('pass')
  })
  it('a pairing that was never tried is not passed', async () => {
    const { report } = await runAgainst({}, { profile: 'full', only: ['limits'], maxJobs: 3 })
    expect(report.checks.find(({ id }) => id === 'limits.pairings')!.verdict).not.toBe('pass')
  })
  it('nothing larger than --max-resolution is asked for', async () => {
    const run = await runAgainst({}, { profile: 'full', only: ['limits'], maxResolution: '480p' })
    const asked = exchangesOf(run).filter(({ request }) => /720p|1080p|"[24]k"/i.test(request.body ?? ''))
    expect(asked.map(({ purpose }) => `${purpose.by}: ${purpose.case}`)).toEqual([])
  })
})
