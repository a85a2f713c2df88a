import { quiet } from './index.ts'

export const RESTS = 'jobs.unpolled-stays'
export const NOT_FINAL = 'jobs.unpolled-is-not-final'
export const REFUSED_POLLS = 'jobs.refused-poll-moves-nothing'
export const OWN_USAGE = 'accounts.usage-moves-with-its-key'
export const OTHER_KEY = 'accounts.usage-moves-with-its-key/other-key'
export const OTHER_ACCOUNT = 'accounts.balance-is-their-own'
export const REFUSALS = 'submission.refused-costs-nothing'

export const check = (id: string) => quiet.checks.find((each) => each.id === id)!
