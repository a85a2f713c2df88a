import { quiet } from './index.ts'

export const RESTS = 'quiet.unpolled-job-rests'
export const NOT_FINAL = 'quiet.unpolled-job-is-not-final'
export const REFUSED_POLLS = 'quiet.refused-polls-move-nothing'
export const OWN_USAGE = 'quiet.usage-follows-its-key'
export const OTHER_KEY = 'quiet.usage-of-another-key-stays'
export const OTHER_ACCOUNT = 'quiet.other-account-stays'
export const REFUSALS = 'quiet.refusals-cost-nothing'

export const check = (id: string) => quiet.checks.find((each) => each.id === id)!
