import type { Experiment } from '../../engine/judge/check.ts'
import { type Asking, otherMethods } from '../other-methods.ts'

const OF_B: Omit<Asking, 'methods'> = { who: 'by another account', authorization: ['Bearer {{B}}'], readings: false }

export const otherMethodsOfForeignJobs: Experiment[] = [
  otherMethods(
    {
      id: 'accounts.other-account-sees-404/head',
      suite: 'accounts',
      clause: 'accounts.other-account-sees-404',
      title: "returns the same response to HEAD for another account's job as for an unknown id",
      needs: ['other-account-key'],
    },
    { ...OF_B, methods: ['HEAD'] },
  ),
  otherMethods(
    {
      id: 'accounts.foreign-and-unknown-look-alike/options',
      suite: 'accounts',
      clause: 'accounts.foreign-and-unknown-look-alike',
      title: "returns the same response to OPTIONS for another account's job as for an unknown id",
      needs: ['other-account-key'],
    },
    { ...OF_B, methods: ['OPTIONS'] },
  ),
]
