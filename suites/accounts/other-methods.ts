import type { Experiment } from '../../runner/judging/check.ts'
import { type Asking, otherMethods } from '../other-methods.ts'

const OF_B: Omit<Asking, 'methods'> = { who: 'by another account', authorization: ['Bearer {{B}}'], readings: false }

export const otherMethodsOfForeignJobs: Experiment[] = [
  otherMethods(
    {
      id: 'accounts.head-of-a-foreign-job',
      suite: 'accounts',
      clause: 'accounts.other-account-sees-404',
      title: "answers HEAD of another account's job as it answers HEAD of an id that no job has",
      needs: ['other-account-key'],
    },
    { ...OF_B, methods: ['HEAD'] },
  ),
  otherMethods(
    {
      id: 'accounts.options-of-a-foreign-job',
      suite: 'accounts',
      clause: 'accounts.foreign-and-unknown-look-alike',
      title: "answers OPTIONS of another account's job as it answers OPTIONS of an id that no job has",
      needs: ['other-account-key'],
    },
    { ...OF_B, methods: ['OPTIONS'] },
  ),
]
