import type { Phases } from '../../history/entry/exchange.ts'
import type { WireResult } from './wire.ts'

/** Where the time of a request went, from `handedOver` on. */
export function phasesOf({ begun, connected, answer }: WireResult, handedOver: number): Phases {
  const between = (from: number, to: number) => Math.max(0, inTenths(to - from))
  return {
    blocked: between(handedOver, begun),
    ...(connected !== undefined && { connect: between(begun, connected) }),
    ...(answer && { wait: between(connected ?? begun, answer.begunAt) }),
  }
}

export const inTenths = (ms: number) => Math.round(ms * 10) / 10
