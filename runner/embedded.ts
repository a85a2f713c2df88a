import { type ServiceOptions, startService } from '../fixtures/service/start.ts'
import type { Provision } from './provision.ts'

export type Embedded = { provision: Provision; close(): Promise<void> }

/** The reference service on this machine, with everything that a run can ask its user for. */
export async function startEmbedded(options: ServiceOptions = {}): Promise<Embedded> {
  const service = await startService(options)
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
