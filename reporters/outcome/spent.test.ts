import { describe, expect, it } from 'vitest'
import { sampleReport } from '../../runner/report/sample-report-for-tests.ts'
import { cost as pageCost } from '../html/cost.ts'
import { cost as markdownCost } from '../markdown/cost.ts'
import type { Screen } from '../terminal/screen.ts'
import { totals } from '../terminal/totals.ts'
import { balanceInWords, mishapsInWords, spentInWords } from './spent.ts'
import type { Traffic } from './traffic.ts'

const costing = (cost: NonNullable<ReturnType<typeof sampleReport>['budget']['cost']>) => {
  const report = sampleReport({})
  return { ...report, budget: { ...report.budget, cost } }
}

describe('what was spent', () => {
  it('is told in money where there is a price list, and never as if it were exact', () => {
    expect(spentInWords(costing({ unit: 'EUR', atMost: '3.75' }))).toContain('at most 3.75 EUR')
    expect(spentInWords(costing({ unit: 'EUR', atMost: '3.75', maxCost: '20' }))).toContain('at most 3.75 of 20 EUR')
    expect(spentInWords(sampleReport({})).join()).not.toContain('at most')
  })

  it('stands beside what the account says, where that moved', () => {
    const moved = [{ pointer: '/credits', first: '100', last: '96', difference: '-4' }]
    const report = costing({ unit: 'credits', atMost: '4', balance: { moved, evidence: [3, 97] } })
    expect(balanceInWords(report)).toBe('The balance moved meanwhile: /credits from 100 to 96 (-4); see 3 and 97')
    expect(balanceInWords(sampleReport({}))).toBeUndefined()
  })

  it('names who closed a connection, and after which requests', () => {
    const network = [
      { kind: 'reset', count: 3, requests: ['POST /v1/videos', 'GET /v1/usage'] },
      { kind: 'timeout', count: 1 },
    ]
    expect(mishapsInWords({ ...sampleReport({}), network })).toEqual([
      'the server closed the connection after POST /v1/videos and GET /v1/usage (3 times)',
      'no answer came in time (1 time)',
    ])
  })

  it('stands in the terminal, on the page and in Markdown', () => {
    const moved = [{ pointer: '/credits', first: '100', last: '96', difference: '-4' }]
    const report = costing({ unit: 'credits', atMost: '4.5', maxCost: '20', balance: { moved, evidence: [3, 97] } })
    const page = pageCost(report, { drawn: [] } as unknown as Traffic).text
    expect(page).toContain('<dt>At most, credits</dt><dd>4.5 of 20<')
    expect(page).toContain('/credits from 100 to 96 (-4)')
    const texts = [markdownCost(report), totals({ report, width: 200 } as Screen).join('\n')]
    for (const text of texts) {
      expect(text).toContain('at most 4.5 of 20 credits')
      expect(text).toContain('from 100 to 96')
    }
  })
})
