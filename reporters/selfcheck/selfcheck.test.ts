import { describe, expect, it } from 'vitest'
import { isClean, scoreOf } from '../../selfcheck/score.ts'
import type { Outcome } from '../../selfcheck/trial.ts'
import { selfcheckJson, selfcheckMarkdown } from './files.ts'
import { outcomeLine, selfcheckReport } from './selfcheck.ts'

type Kind = NonNullable<Outcome['drift']>['sorted']

function change(id: string, written: Kind, sorted: Kind, more: Partial<Outcome> = {}): Outcome {
  return {
    ...{ kind: 'change', id, dialect: 'plain', profile: 'smoke', right: written === sorted },
    ...{ accused: [], presumed: [], faults: [], requests: 200, seconds: 1 },
    drift: {
      ...{ maker: 'people', written, sorted, atFirstSight: sorted === 'noise' ? 'noise' : 'as its writer said' },
      told: sorted === 'noise' ? [] : [`${sorted}: /plan in GET /usage 200 is gone.`],
    },
    ...more,
  }
}

const RIGHT = [change('plan-is-gone', 'breaking', 'breaking'), change('lists-shuffled', 'noise', 'noise')]
const MISSED = change('plan-is-null', 'breaking', 'noise')

describe('the line of drift', () => {
  it('counts the changes that were sorted as their writers said, by kind, and beside first sight', () => {
    const told = selfcheckReport(scoreOf([...RIGHT, MISSED]), 1)
    expect(told).toContain('drift        3 changes of servers, sorted as their writers said: 2 (66.7 %)')
    expect(told).toContain('breaking 1 of 2, compatible 0 of 0, noise 1 of 1')
    expect(told).toContain('at first sight: 1 of 3 (33.3 %)')
  })

  it('makes a self-check fail for a change that is sorted otherwise, unless that is known', () => {
    expect(isClean(scoreOf(RIGHT))).toBe(true)
    expect(isClean(scoreOf([...RIGHT, MISSED]))).toBe(false)
    expect(selfcheckReport(scoreOf([...RIGHT, MISSED]), 1)).toMatch(/FAIL .*1 changes sorted otherwise/)
    const known = scoreOf([...RIGHT, { ...MISSED, stillMissed: 'it is read too seldom' }])
    expect(isClean(known)).toBe(true)
    expect(selfcheckReport(known, 1)).toContain('it is read too seldom')
  })

  it('makes it fail where drift does not see what it plants itself, known or not', () => {
    const faults = ['drift does not see what it plants itself: gone']
    const outcome = { ...MISSED, stillMissed: 'it is read too seldom', faults }
    expect(isClean(scoreOf([outcome]))).toBe(false)
    expect(selfcheckReport(scoreOf([outcome]), 1)).toContain(faults[0])
  })

  it('says of each trial how the change was meant and sorted, and what was said of it', () => {
    expect(outcomeLine(RIGHT[0]!, 1, 2)).toBe(
      '[1/2] ✔ change plan-is-gone in plain, breaking: sorted as its writer said',
    )
    expect(outcomeLine(MISSED, 2, 2)).toContain(
      '✘ change plan-is-null in plain, breaking and called noise: SORTED OTHERWISE',
    )
    const wrong = change('field-is-new', 'compatible', 'breaking')
    expect(selfcheckReport(scoreOf([wrong]), 1)).toContain('breaking: /plan in GET /usage 200 is gone.')
  })

  it('is in the files, too', () => {
    const outcomes = [...RIGHT, MISSED]
    const score = scoreOf(outcomes)
    expect(JSON.parse(selfcheckJson(score, { trials: outcomes }, 1))).toMatchObject({
      clean: false,
      changes: { trials: 3, right: 2, written: { trials: 3 }, atFirstSight: { measured: 3, right: 1 } },
    })
    const markdown = selfcheckMarkdown(score, 1)
    expect(markdown).toContain(
      '| changes from one day to the next, sorted as their writers said | 3 | 3 | 2 | 66.7 % |',
    )
    expect(markdown).toContain('- **plan-is-null** in plain: breaking and called noise')
  })
})

describe('a lawful server', () => {
  const right: Outcome = {
    ...{ kind: 'stranger', id: 'slow-quarry', dialect: 'its own way', profile: 'full', right: true },
    ...{ accused: [], presumed: [], faults: [], requests: 900, seconds: 1 },
  }
  const accused: Outcome = { ...right, right: false, accused: [{ clause: 'auth.header-required' }] }
  const unjudged: Outcome = { ...right, right: false, faults: ['the run has no verdict: the deadline came first'] }

  it('is called accused only where it was', () => {
    expect(outcomeLine(accused, 1, 2)).toContain(': ACCUSED')
    expect(outcomeLine(unjudged, 2, 2)).toContain(': THE SUITE FAILED')
    expect(selfcheckReport(scoreOf([accused]), 1)).toMatch(/FAIL .* 1 false accusations, 0 presumptions/)
    const told = selfcheckReport(scoreOf([unjudged]), 1)
    expect(told).toMatch(/FAIL .* 0 false accusations, 1 lawful servers that the suite itself failed with,/)
    expect(told).not.toContain('that were accused:')
    expect(told).toContain('the deadline came first')
  })
})
