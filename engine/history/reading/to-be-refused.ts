import type { Purpose } from '../entry/exchange.ts'

/** A server that keeps the law makes no job of it, whatever else it is there to show. */
export const isToBeRefused = ({ part, wrong }: Purpose): boolean => part === 'probe' || wrong?.includes('body') === true
