import type { Status } from '../../spec/words.ts'

/** The provider states that a run can set up over HTTP, as named by the ready-made interactions. */
export const STATES = {
  alias: 'an alias is listed',
  noAlias: 'an alias that is not listed',
  image: 'an image that the service may use',
  noRoom: 'no room for another job',
  unknownId: 'an id that no job has',
  otherAccount: 'a key of another account',
  unknownKey: 'a key that was never issued',
  revokedKey: 'a revoked key',
} as const

export const STATE_OF: Record<Status, string> = {
  queued: 'a job that is queued',
  running: 'a job that is running',
  succeeded: 'a job that succeeded',
  failed: 'a job that failed',
}
