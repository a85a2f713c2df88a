import { usualSeconds } from './scenarios/index.ts'
import type { ClientScenario } from './scenarios/scenario.ts'

export type ClientPlan = {
  scenarios: { name: string; about: string; seconds: number }[]
  jobs: number
  timeoutMs: number
  /** Approximate duration for a conforming client. */
  seconds: number
  /** If every scenario runs into its timeout. */
  mostSeconds: number
}

/** Scenarios and estimated duration; nothing is started. */
export function planOf(scenarios: readonly ClientScenario[], jobs: number, timeoutMs: number): ClientPlan {
  const told = scenarios.map((each) => ({ name: each.name, about: each.about, seconds: usualSeconds(each) }))
  const [first, ...others] = told.map(({ seconds }) => seconds)
  const most = timeoutMs / 1000
  return {
    ...{ scenarios: told, jobs, timeoutMs },
    seconds: (first ?? 0) + together(others, jobs),
    mostSeconds: (first === undefined ? 0 : most) + Math.ceil(others.length / jobs) * most,
  }
}

/** Each starts when an earlier one has ended. */
function together(seconds: readonly number[], jobs: number): number {
  const workers = Array.from({ length: Math.max(1, jobs) }, () => 0)
  for (const each of seconds) {
    const free = workers.indexOf(Math.min(...workers))
    workers[free] = workers[free]! + each
  }
  return Math.max(...workers)
}
