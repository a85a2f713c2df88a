import type { Began, HistoryEntry } from '../../history/entry/entries.ts'
import { HISTORY_FORMAT } from '../../history/recorded.ts'
import { resumedWith } from '../resume/resumption.ts'
import type { SessionOptions } from './options.ts'

/** What stands first in a history, or where a run goes on. */
export function* beginningOf(options: SessionOptions, run: string): Generator<HistoryEntry> {
  const { resumption, planned, configuration } = options
  yield resumption ? resumedWith(resumption, configuration) : beganWith(options, run)
  for (const { check, skip } of planned)
    if (skip && !resumption?.earlier.finished.has(check.id)) yield { kind: 'skipped', by: check.id, ...skip }
}

/** What a judge needs to know beside what happens: the configuration, the keys, and which check drives what. */
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
    announced: { jobs: plan.plan.atMost.jobs },
    ...(prints && { prints }),
    keys: vault.names(),
    known: vault.keyring.known(),
    planned: planned.map(({ check }) => ({
      id: check.id,
      ...(check.kind === 'observation' ? { open: check.open } : { clause: check.clause }),
      phases: check.phases.map(({ name }) => name),
    })),
  }
}
