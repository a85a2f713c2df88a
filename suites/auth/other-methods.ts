import type { Experiment } from '../../engine/judge/check.ts'
import { otherMethods } from '../other-methods.ts'

export const otherMethodsShowNothing: Experiment[] = [
  otherMethods(
    {
      id: 'auth.header-required/other-methods',
      suite: 'auth',
      clause: 'auth.header-required',
      title: 'shows no account data to HEAD and OPTIONS without a key',
    },
    { who: 'without a key', authorization: [] },
  ),
  otherMethods(
    {
      id: 'auth.unknown-key/other-methods',
      suite: 'auth',
      clause: 'auth.unknown-key',
      title: 'shows no account data to HEAD and OPTIONS with a key that was never issued',
    },
    { who: 'with an unknown key', authorization: ['Bearer {{U}}'] },
  ),
  otherMethods(
    {
      id: 'auth.revoked-key/other-methods',
      suite: 'auth',
      clause: 'auth.revoked-key',
      title: 'shows no account data to HEAD and OPTIONS with a revoked key',
      needs: ['revoked-key'],
    },
    { who: 'with a revoked key', authorization: ['Bearer {{R}}'] },
  ),
]
