import { beforeAll, describe, expect, it } from 'vitest'
import { FAULTS } from '../fixtures/faults/index.ts'
import { UNDECIDABLE } from '../fixtures/undecidable/index.ts'
import type { Variant } from '../fixtures/variants/variant.ts'
import { type Check, type Evidence, type Experiment, isExperiment, type Suite } from '../runner/judging/check.ts'
import { around } from '../service/interface/behaviour.ts'
import { SUITES as ALL } from '../suites/index.ts'
import { isClean, type Score, scoreOf } from './score.ts'
import { selfcheck, trialsOf } from './selfcheck.ts'
import { tryOut } from './try-out.ts'

/** The suites on keys, paths and readings are blunted; the others, which would notice, are left out. */
const SUITES = ALL.filter(({ name }) => ['auth', 'paths', 'readings'].includes(name))

/** Every check of the suites, changed or left out. */
function blunted(change: (check: Check) => Check | undefined): Suite[] {
  return SUITES.map((suite) => ({ ...suite, checks: suite.checks.flatMap((check) => change(check) ?? []) }))
}

/** Every experiment judges less than it has seen. */
function seeing(less: (evidence: Evidence) => Evidence): Suite[] {
  return blunted((check) =>
    isExperiment(check) ? { ...check, judge: (evidence) => (check as Experiment).judge(less(evidence)) } : check,
  )
}

async function score(
  suites: readonly Suite[],
  names: { faults?: RegExp; undecidable?: RegExp },
  variants: Variant[] = [],
): Promise<Score> {
  const trials = trialsOf(['plain'], {
    faults: FAULTS.filter(({ breaks }) => names.faults?.test(breaks)),
    undecidable: UNDECIDABLE.filter(({ id }) => names.undecidable?.test(id)),
    variants,
    strangersFaults: [],
    changes: [],
  })
  const outcomes = await selfcheck(trials, { attempt: (trial) => tryOut(trial, suites), atOnce: 4 })
  expect(outcomes.length).toBeGreaterThan(0)
  return scoreOf(outcomes)
}

const isAboutBareKeys = (check: Check) => 'clause' in check && check.clause === 'auth.bare-key-refused'

const NAMES = {
  faults: /^auth\.bare-key-refused$/,
  undecidable: /one-endpoint-refuses-every-key|the-account-is-suspended-early/,
}

/** One reading answers its first request behind each good one with a closed connection. */
const RESETS: Variant = {
  id: 'resets-one-request-in-nine',
  restsOn: 'http.connection-reuse',
  patch(behaviour, world) {
    around(behaviour, 'respond', (next, incoming) => {
      const count = ((world.memory.get('count') as number | undefined) ?? 0) + 1
      world.memory.set('count', count)
      if (count % 9 === 0 && incoming.method === 'GET') incoming.socket.destroy()
      return next(incoming)
    })
  },
}

describe('a suite that is blunted on purpose makes the self-check fail', () => {
  let whole: Score
  beforeAll(async () => {
    whole = await score(SUITES, NAMES, [RESETS])
  })

  it('while the whole suite is clean', () => {
    expect(isClean(whole)).toBe(true)
  })

  it('when the checks of a clause are removed', async () => {
    const { survivors } = await score(
      blunted((check) => (isAboutBareKeys(check) ? undefined : check)),
      NAMES,
    )
    expect(survivors.map(({ breaks }) => breaks)).toContain('auth.bare-key-refused')
  })

  it('when the checks of a clause judge nothing and say pass', async () => {
    const pass = { verdict: 'pass', tried: 1, evidence: [1] } as const
    const lenient = blunted((check) =>
      isAboutBareKeys(check) ? ({ ...check, judge: () => pass, conclude: () => pass } as unknown as Check) : check,
    )
    expect((await score(lenient, NAMES)).survivors).not.toEqual([])
  })

  it('when twins are dropped, and cases without one go unmentioned', async () => {
    const { presumptions } = await score(
      seeing((evidence) => ({ ...evidence, gaps: [] })),
      NAMES,
    )
    expect(presumptions.map(({ id }) => id)).toContain('one-endpoint-refuses-every-key')
  })

  it('when the closing control is dropped', async () => {
    const withoutControls = seeing((evidence) => ({
      ...evidence,
      exchanges: evidence.exchanges.filter(({ purpose }) => purpose.part !== 'control'),
    }))
    const { presumptions } = await score(withoutControls, NAMES)
    expect(presumptions.map(({ id }) => id)).toContain('the-account-is-suspended-early')
  })

  it('when a request that failed once counts at once, without a control in between', async () => {
    const hasty = seeing((evidence) => {
      const made = new Set(evidence.exchanges.flatMap((each) => each.again?.attempts ?? []))
      const exchanges = evidence.exchanges.map((each) =>
        each.failure && made.has(each.n)
          ? { ...each, again: { attempts: [], control: each.n, last: true as const } }
          : each,
      )
      return { ...evidence, exchanges: exchanges.filter((each) => !each.again?.attempts.length) }
    })
    const { accusations } = await score(hasty, {}, [RESETS])
    expect(accusations.map(({ id }) => id)).toEqual([RESETS.id])
  })
})
