import type { Experiment } from '../../engine/judge/check.ts'
import { otherMethods } from '../other-methods.ts'

export const otherMethodsShowNothing: Experiment[] = [
  otherMethods(
    {
      id: 'auth.other-methods-without-a-key',
      suite: 'auth',
      clause: 'auth.header-required',
      title: 'shows no account data to HEAD and OPTIONS without a key',
    },
    { who: 'without a key', authorization: [] },
  ),
  otherMethods(
    {
      id: 'auth.other-methods-with-an-unknown-key',
      suite: 'auth',
      clause: 'auth.unknown-key',
      title: 'shows no account data to HEAD and OPTIONS with a key that was never issued',
    },
    { who: 'with an unknown key', authorization: ['Bearer {{U}}'] },
  ),
  otherMethods(
    {
      id: 'auth.other-methods-with-a-revoked-key',
      suite: 'auth',
      clause: 'auth.revoked-key',
      title: 'shows no account data to HEAD and OPTIONS with a revoked key',
      needs: ['revoked-key'],
    },
    { who: 'with a revoked key', authorization: ['Bearer {{R}}'] },
  ),
]
