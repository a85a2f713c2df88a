import { Relay } from '../../engine/pact/relay.ts'
import { NoPactHere, PactVerifier } from '../../engine/pact/verifier.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'

export type Tools = { relay: Relay; verifier: PactVerifier }

/** Pact talks to the relay, and the relay through the client of the run: paced, counted and written down like all else. */
export async function withVerifier(drive: Drive, act: (tools: Tools) => Promise<void>): Promise<void> {
  const verifier = await PactVerifier.start().catch((error: unknown) => {
    if (error instanceof NoPactHere) drive.notTried(error.message)
    throw error
  })
  try {
    const relay = await Relay.start()
    try {
      await act({ relay, verifier })
    } finally {
      await relay.close()
    }
  } finally {
    await verifier.close()
  }
}
