import type { Began } from '../history/exchange.ts'
import { HISTORY_FORMAT } from '../history/history.ts'
import type { SessionOptions } from './session-options.ts'

/** What a judge needs to know beside what happens: the configuration, the keys, and which check drives what. */
export function beganWith(options: SessionOptions): Began {
  const { suite, specSha256, target, embedded, configuration, vault, planned } = options
  return {
    kind: 'began',
    format: HISTORY_FORMAT,
    suite,
    spec: { sha256: specSha256 },
    target: { baseUrl: target.baseUrl, ...(embedded && { embedded }) },
    startedAt: new Date().toISOString(),
    configuration,
    keys: vault.names(),
    known: vault.keyring.known(),
    planned: planned.map(({ check }) => ({
      id: check.id,
      ...(check.kind === 'observation' ? { open: check.open } : { clause: check.clause }),
      phases: check.phases.map(({ name }) => name),
    })),
  }
}
