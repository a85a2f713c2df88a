import { type RunningService, type ServiceOptions, startService } from '../fixtures/service/start.ts'
import type { Provision } from './provision.ts'

export type Embedded = { provision: Provision; close(): Promise<void> }

/** The reference service on this machine, with everything that a run can ask its user for. */
export async function startEmbedded(options: ServiceOptions = {}): Promise<Embedded> {
  return asEmbedded(await startService(options))
}

/** Any server that this process has started, with what its run needs to know. */
export function asEmbedded(service: RunningService): Embedded {
  const { own, sameAccount, otherAccount, revoked } = service.keys
  return {
    provision: {
      baseUrl: service.baseUrl,
      keys: { A: own, A2: sameAccount, B: otherAccount, R: revoked },
      imageUrl: service.imageUrl,
      failingPrompt: service.failingPrompt,
    },
    close: service.close,
  }
}
