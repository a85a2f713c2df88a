import { FINAL_STATUSES, type Status } from '../../spec/words.ts'

export function isFinalStatus(status: Status): boolean {
  return (FINAL_STATUSES as readonly Status[]).includes(status)
}
