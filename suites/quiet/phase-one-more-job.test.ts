import { describe, expect, it } from 'vitest'
import { ownAliasVariants } from '../../fixtures/variants/rest/own-aliases.ts'
import { around } from '../../service/interface/behaviour.ts'
import type { Patch } from '../../service/layers.ts'
import type { RunSeen } from '../whole-runs/run-for-tests.ts'
import { READING } from './marks.ts'
import { accusing, jobsOf, ofThePhase, oneKey, watch } from './phase-for-tests.ts'

type Usage = (jobs: (key: 'own' | 'sameAccount' | 'otherAccount') => number) => number

/** What the second key of the account is shown as its usage, from how many jobs each key has made. */
function usageOfA2(usage: Usage): Patch {
  return (behaviour, world) =>
    around(behaviour, 'usage', (next, caller) => {
      if (caller.keyId !== world.keys.sameAccount.keyId) return next(caller)
      return { used: usage((key) => world.store.jobs.sumsByKey(world.keys[key].keyId).jobs) }
    })
}

/** So long that no busy machine makes a pause of it: a job behind such a pause tells all that the next one would. */
const unhurried = { profile: 'standard', lagMs: 2000 } as const

describe('a second job to read the meters by', () => {
  const more = (run: RunSeen) =>
    jobsOf(run).filter(
      (each) => each.includes('one more job') && !each.startsWith('B') && !each.endsWith('while one rests'),
    )

  it.each<[what: string, usage: Usage, jobs: string[], accused: string[]]>([
    ['not there where nothing is odd', (jobs) => jobs('sameAccount'), [], []],
    [
      "of the key whose job another key's usage moves with",
      (jobs) => jobs('own') + jobs('sameAccount'),
      ['A: one more job of key A'],
      ['quiet.usage-of-another-key-stays'],
    ],
    ['of the key whose own usage stays', () => 0, ['A2: one more job of key A2'], ['quiet.usage-follows-its-key']],
    [
      'of a key by whose job something moved by chance',
      (jobs) => jobs('sameAccount') + (jobs('own') > 1 ? 1 : 0),
      ['A: one more job of key A'],
      [],
    ],
  ])('is %s', async (_, usage, jobs, accused) => {
    const run = await watch({ patch: usageOfA2(usage) }, unhurried)
    expect([...new Set(more(run))]).toEqual(jobs)
    expect(accusing(run)).toEqual(accused)
  })

  it("is of both keys of the account where another account's balance moves with their jobs", async () => {
    const shared: Patch = (behaviour, world) =>
      around(behaviour, 'balance', (next, caller) => {
        const jobs = world.store.jobs.sumsByKey(world.keys.own.keyId).jobs
        const others = world.store.jobs.sumsByKey(world.keys.sameAccount.keyId).jobs
        return caller.account === world.keys.otherAccount.account ? { credits: 1000 - jobs - others } : next(caller)
      })
    const run = await watch({ patch: shared }, unhurried)
    const once = ['A: one more job of key A', 'A2: one more job of key A2']
    expect(new Set(more(run))).toEqual(new Set(once))
    expect(accusing(run)).toEqual(['quiet.other-account-stays'])
  })

  it('reads all meters once more, and each of them once in each round', async () => {
    const rounds = async (patch: Patch) => {
      const readings = ofThePhase(await watch({ patch }, unhurried)).flatMap((each) => READING.in(each) ?? [])
      const byRound = Map.groupBy(readings, ({ reading }) => reading)
      for (const round of byRound.values())
        expect(new Set(round.map(({ meter }) => JSON.stringify(meter))).size).toBe(5)
      return byRound.size
    }
    const usual = await rounds(() => undefined)
    // Before the second job, at rest, and behind it.
    expect(await rounds(usageOfA2(() => 0))).toBe(usual + 3)
  })

  it('comes after a rest, which shows what moves by itself or by what was asked for before', async () => {
    // Ten seconds behind: each reading shows what there was three readings ago.
    const late: Patch = (behaviour, world) => {
      const shown: number[] = []
      around(behaviour, 'usage', (next, caller) => {
        if (caller.account !== world.keys.otherAccount.account) return next(caller)
        shown.push(world.store.jobs.sumsByKey(caller.keyId).jobs + shown.length)
        return { calls: shown.at(-4) ?? 0 }
      })
    }
    const run = await watch({ patch: late }, { profile: 'standard' })
    expect(accusing(run)).toEqual([])
  })

  it('is none, where the slow twin was the second job of the only key', async () => {
    const still: Patch = (behaviour) => around(behaviour, 'usage', () => ({ used: 0 }))
    const run = await watch(oneKey(still), { profile: 'standard' })
    expect(accusing(run)).toEqual(['quiet.usage-follows-its-key'])
    expect(more(run)).toHaveLength(0)
  })
})

it('of the other account are watched where it is shown models of its own', async () => {
  const { patch } = ownAliasVariants[0]!
  const withTheOther: Patch = (behaviour, world) => {
    patch(behaviour, world)
    around(behaviour, 'balance', (_, caller) => {
      const isOther = caller.account === world.keys.otherAccount.account
      return { credits: isOther ? 7 : 1000 - world.store.jobs.sumsByKey(world.keys.otherAccount.keyId).jobs }
    })
  }
  const lawful = await watch({ patch })
  expect(jobsOf(lawful)).toContain('B: one more job of key B while one rests')
  expect(accusing(lawful)).toEqual([])
  expect(accusing(await watch({ patch: withTheOther }))).toContain('quiet.other-account-stays')
})
