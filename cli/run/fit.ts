import { PROFILES, type Wishes } from '../../engine/config/configuration.ts'
import type { Quickness } from '../../engine/run/phase.ts'
import { secondsAt } from '../../engine/run/planning/estimate.ts'
import type { PlannedRun } from '../../engine/run/planning/plan.ts'

/** Round numbers of minutes. */
const DEADLINES = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1440]
/** Some responses take longer than others. */
const USABLE = 5 / 6
const PARTS = [3 / 4, 1 / 2, 1 / 4, 1 / 10]

type Change = { option: string; wishes: Wishes }

/** For each option, the smallest change with which the run fits its deadline, found by replanning. */
export function changesThatFit(plan: PlannedRun, pace: Quickness, replan: (change: Wishes) => PlannedRun): string[] {
  const { configuration } = plan.input
  const { deadlineMs, profile, generate, only } = configuration
  const secondsWith = (wishes: Wishes) => secondsAt(pace, replan(wishes), Number.POSITIVE_INFINITY)
  const fits = ({ wishes }: Change) => secondsWith(wishes) * 1000 <= (wishes.deadlineMs ?? deadlineMs) * USABLE
  const deadlines = DEADLINES.map((minutes) => ({
    option: `--deadline ${minutes}m`,
    wishes: { deadlineMs: minutes * 60_000 },
  })).filter(({ wishes }) => wishes.deadlineMs > deadlineMs)
  const profiles = PROFILES.slice(0, PROFILES.indexOf(profile))
    .toReversed()
    .map((each) => ({ option: `--profile ${each}`, wishes: { profile: each } }))
  const bodies = fewerThan(generate, 0).map((each) => ({ option: `--generate ${each}`, wishes: { generate: each } }))
  const jobs = fewerThan(plan.plan.jobs, 1).map((each) => ({ option: `--max-jobs ${each}`, wishes: { maxJobs: each } }))
  const suites = only.length > 0 ? [] : fewerSuites(plan, secondsWith)
  return [deadlines, profiles, bodies, jobs, suites].flatMap((each) => firstOf(each, fits)?.option ?? [])
}

/** The first change that fits, from changes that leave out more and more. */
function firstOf(changes: readonly Change[], fits: (change: Change) => boolean): Change | undefined {
  let [from, to] = [0, changes.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (fits(changes[middle]!)) to = middle
    else from = middle + 1
  }
  return changes[from]
}

const fewerThan = (most: number, least: number) =>
  [...new Set([...PARTS.map((part) => Math.round(most * part)), least])].filter((each) => each >= least && each < most)

/** Without the suite that takes longest, without the two that do, and so on. */
function fewerSuites({ plan }: PlannedRun, secondsWith: (wishes: Wishes) => number): Change[] {
  const names = plan.suites.filter(({ checks, observations }) => checks + observations > 0).map(({ name }) => name)
  const seconds = new Map(names.map((name) => [name, secondsWith({ only: [name] })]))
  const longestFirst = names.toSorted((one, other) => seconds.get(other)! - seconds.get(one)!)
  return longestFirst.slice(1).map((_, index) => {
    const only = names.filter((name) => !longestFirst.slice(0, index + 1).includes(name))
    return { option: `--only ${only.join(',')}`, wishes: { only } }
  })
}
