import { STATUSES } from '../../spec/words.ts'
import { siblingOf } from '../keys/keyring.ts'
import type { KeyName } from '../keys/recipes.ts'
import type { Following, Job } from './job.ts'

/** How many polls a crowd sends at once. */
const CROWD = 3

/** Whoever polls next: its own key, one after the other or several times at once, or another of the account in turn. */
export function pollers({ key, polls }: Job, following: Following): KeyName[] {
  if (following === 'in a crowd') return Array.from({ length: CROWD }, () => key)
  return following === 'by turns' && polls.length % 2 === 1 ? [siblingOf(key)] : [key]
}

export function isStatusWord(status: unknown): boolean {
  return (STATUSES as readonly unknown[]).includes(status)
}
