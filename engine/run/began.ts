import { specDigest } from '../../spec/digest.ts'
import { configure } from '../config/configuration.ts'
import type { Target } from '../config/target.ts'
import { SUITE } from '../config/version.ts'
import type { Began, HistoryEntry, Observed } from '../history/entry/entries.ts'
import { HISTORY_FORMAT } from '../history/recorded.ts'
import { type Check, isObservation, type Suite } from '../judge/check.ts'
import type { KnownKey } from '../keys/keyring.ts'
import type { KeyName } from '../keys/placeholders.ts'
import { resumedWith } from './resume/resumption.ts'
import type { SessionOptions } from './session-options.ts'

const NOT_PLANNED = 'only a run (gatecheck run) sends these requests'

/** The first entries of the history of a run, or those with which it is resumed. */
export function* firstEntries(options: SessionOptions, run: string): Generator<HistoryEntry> {
  const { resumption, planned, configuration } = options
  yield resumption ? resumedWith(resumption, configuration) : beganWith(options, run)
  for (const { check, skip } of planned)
    if (skip && !resumption?.earlier.finished.has(check.id)) yield { kind: 'skipped', by: check.id, ...skip }
}

function beganWith(options: SessionOptions, run: string): Began {
  const { suite, specSha256, target, embedded, configuration, vault, planned, plan, prints, network } = options
  const proxy = network.proxyTo(target.origin)
  return {
    kind: 'began',
    format: HISTORY_FORMAT,
    suite,
    spec: { sha256: specSha256 },
    target: { baseUrl: target.baseUrl, ...(embedded && { embedded }), ...(proxy && { proxy: proxy.origin }) },
    startedAt: new Date().toISOString(),
    run,
    configuration,
    announced: { jobs: plan.plan.atMost.jobs, ...(plan.plan.leftOut && { leftOut: plan.plan.leftOut }) },
    ...(prints && { prints }),
    keys: vault.names(),
    known: vault.keyring.known(),
    planned: planned.map(({ check }) => inHistory(check)),
  }
}

const inHistory = (check: Check): Began['planned'][number] => ({
  id: check.id,
  ...(isObservation(check) ? { open: check.open } : { clause: check.clause }),
  phases: check.phases.map(({ name }) => name),
})

type Observing = {
  target: Target
  suites: readonly Suite[]
  strict: boolean
  /** Milliseconds since 1970. */
  start: number
  keys: readonly KeyName[]
  known: readonly KnownKey[]
  observed: Observed
}

/** The first entries of a history of observed traffic. */
export function observing({ target, suites, strict, start, keys, known, observed }: Observing): HistoryEntry[] {
  const checks = suites.flatMap((suite) => suite.checks)
  const skipped = { kind: 'skipped', why: NOT_PLANNED, cause: { kind: 'not planned' } } as const
  return [
    {
      kind: 'began',
      format: HISTORY_FORMAT,
      suite: SUITE,
      spec: { sha256: specDigest() },
      target: { baseUrl: target.baseUrl },
      observed,
      startedAt: new Date(start).toISOString(),
      configuration: configure({ seed: 0, generate: 0, strict }, false),
      keys: [...keys],
      known: [...known],
      planned: checks.map(inHistory),
    },
    ...checks.filter(({ phases }) => phases.length > 0).map(({ id }) => ({ ...skipped, by: id })),
  ]
}
