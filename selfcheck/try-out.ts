import type { Suite } from '../runner/judging/check.ts'
import { PROFILES } from '../runner/settings/configuration.ts'
import { sortOut } from './drift-trial.ts'
import { type Attempt, type Came, tryOnce } from './one-run.ts'
import { isBroken, type OfOneServer, type Outcome, type Trial } from './trial.ts'

/**
 * A lawful server meets everything there is. A fault meets the profiles one after the other, up to the first that catches
 * it: what a small one has caught need not be caught by a larger one, which asks the same and more.
 */
export async function tryOut(trial: Trial, suites: readonly Suite[]): Promise<Outcome> {
  const began = performance.now()
  const outcome = await (trial.kind === 'change' ? tryOutChange(trial, suites) : tryOutOneServer(trial, suites))
  return { ...outcome, seconds: Math.round((performance.now() - began) / 100) / 10 }
}

async function tryOutOneServer(trial: OfOneServer, suites: readonly Suite[]): Promise<Came> {
  const attempts = attemptsOf(trial)
  let requests = 0
  for (const attempt of attempts) {
    const outcome = await tryOnce(attempt, trial, suites)
    requests += outcome.requests
    if (outcome.right || outcome.faults.length > 0 || attempt === attempts.at(-1)) return { ...outcome, requests }
  }
  throw new Error('nothing was tried')
}

type OfAChange = Extract<Trial, { kind: 'change' }>

async function tryOutChange({ kind, subject, dialect }: OfAChange, suites: readonly Suite[]): Promise<Came> {
  const { id, sortedOtherwise } = subject
  const standing = sortedOtherwise !== undefined && { stillMissed: sortedOtherwise }
  return { kind, id, dialect, ...(await sortOut(subject, suites)), ...standing, accused: [], presumed: [] }
}

function attemptsOf(trial: OfOneServer): Attempt[] {
  if (!isBroken(trial)) return [{ profile: trial.brief && trial.kind !== 'undecidable' ? 'standard' : 'full' }]
  const whole = PROFILES.map((profile): Attempt => ({ profile }))
  if (!trial.brief || trial.kind !== 'fault') return whole
  const only = trial.subject.breaks
  return [{ profile: 'standard', only }, { profile: 'full', only }, ...whole]
}
