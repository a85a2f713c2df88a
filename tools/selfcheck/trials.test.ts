import { describe, expect, it } from 'vitest'
import { DIALECTS } from '../../service/dialects/index.ts'
import { refuseUnknown, selected } from './select.ts'
import { selfcheck, tryMissedAgain } from './selfcheck.ts'
import type { Outcome, Trial } from './trial.ts'
import { askableOf, everyTrial, inOneDialect, sampleOf, stratumOf } from './trials.ts'

const bySubject = everyTrial(1, 'standard')
const every = bySubject.flat()
const nameOf = ({ kind, subject, dialect }: Trial) => `${kind} ${subject.id} in ${dialect}`

describe('the sample', () => {
  const sampled = (seed: number) => sampleOf(inOneDialect(bySubject, seed), seed, stratumOf)

  it('has trials of each stratum and at most a quarter of all', () => {
    const strata = (trials: readonly Trial[]) => new Set(trials.map(stratumOf))
    expect(strata(sampled(1))).toEqual(strata(every))
    expect(sampled(1).length).toBeLessThan(bySubject.length / 4)
  })

  it('is the same for the same seed and another for another', () => {
    expect(sampled(7).map(nameOf)).toEqual(sampled(7).map(nameOf))
    expect(sampled(7).map(nameOf)).not.toEqual(sampled(8).map(nameOf))
  })
})

it('tests each subject once, and in all dialects with four consecutive seeds', () => {
  const seeds = [1, 2, 3, 4].map((seed) => inOneDialect(bySubject, seed))
  for (const trials of seeds) expect(trials).toHaveLength(bySubject.length)
  expect(new Set(seeds.flat().map(nameOf))).toEqual(new Set(every.map(nameOf)))
})

describe('--only', () => {
  const kindsOf = (pattern: string) =>
    [...new Set(selected(every, [pattern], askableOf).map(({ kind }) => kind))].sort()

  it.each([
    ['faults', ['fault', 'implementation fault']],
    ['variant', ['variant']],
    ['implementations', ['implementation']],
    ['undecidable', ['undecidable']],
    ['changes', ['change']],
  ])('%s selects that kind and no other', (pattern, kinds) => {
    expect(kindsOf(pattern)).toEqual(kinds)
  })

  it('selects a fault by its name, in every dialect', () => {
    const named = selected(every, ['submission-needs-no-key'], askableOf).filter(({ kind }) => kind === 'fault')
    expect(named.map(({ dialect }) => dialect)).toEqual(Object.keys(DIALECTS))
  })

  it('refuses a name that matches nothing and proposes the nearest', () => {
    expect(() => refuseUnknown(['submission-needs-no-kay'], every.map(askableOf))).toThrow(
      /matches no fault.*Did you mean submission-needs-no-key\?/,
    )
  })
})

describe('the self-check', () => {
  const [one, other, third] = every.filter(({ kind }) => kind === 'fault') as [Trial, Trial, Trial]
  const [variant] = every.filter(({ kind }) => kind === 'variant') as [Trial]
  const came = ({ kind, subject, dialect }: Trial, right: boolean, more: Partial<Outcome> = {}): Outcome => ({
    ...{ kind, id: subject.id, dialect, right },
    ...{ failed: [], presumed: [], faults: [], requests: 1, seconds: 1, ...more },
  })

  it('returns outcomes in the order of the trials and reports each when it comes', async () => {
    const counts: number[] = []
    const outcomes = await selfcheck([3, 1, 2], {
      atOnce: 2,
      attempt: async (n) => n * 10,
      onOutcome: (_, done) => counts.push(done),
    })
    expect(outcomes).toEqual([30, 10, 20])
    expect(counts).toEqual([1, 2, 3])
  })

  it('repeats missed faults, one at a time, without known ones and false positives', async () => {
    const trials = [one, other, third, variant]
    const outcomes = [
      came(one, true),
      came(other, false),
      came(third, false, { stillMissed: 'known' }),
      came(variant, false),
    ]
    const again: string[] = []
    const last = await tryMissedAgain(trials, outcomes, {
      attempt: async (trial) => {
        again.push(trial.subject.id)
        return came(trial, true)
      },
    })
    expect(again).toEqual([other.subject.id])
    expect(last.map(({ right }) => right)).toEqual([true, true, false, false])
  })
})
