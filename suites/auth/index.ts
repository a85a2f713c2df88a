import type { Suite } from '../../engine/judge/check.ts'
import { keyMistakesAgainst } from '../inputs/keys.ts'
import { authObservations } from './observations.ts'
import {
  besideGoodRequests,
  comesFirst,
  cookiesOfTheServer,
  everyCharacter,
  invisibleInside,
  keptConnection,
  refusedEverywhere,
} from './refusals.ts'
import { keyNeverShown, noAccessWithoutAKey } from './responses.ts'
import { oddPaths, otherMethodsShowNothing } from './without-a-key.ts'

export const auth: Suite = {
  name: 'auth',
  about: 'The Authorization header (§5): 401 on every endpoint for everything except Bearer and a valid key.',
  checks: [
    refusedEverywhere(
      {
        clause: 'auth.header-required',
        title: 'returns 401 for a request without an Authorization header',
      },
      [],
    ),
    oddPaths,
    refusedEverywhere({
      clause: 'auth.only-the-header-counts',
      from: 'standard',
      title: 'returns 401 for a key that is only in the query, a cookie, another header or the body',
    }),
    cookiesOfTheServer,
    refusedEverywhere({
      clause: 'auth.scheme-is-bearer',
      title: 'returns 401 for a valid key with another scheme',
    }),
    refusedEverywhere({
      clause: 'auth.bare-key-refused',
      from: 'standard',
      title: 'returns 401 for a valid key without a scheme',
    }),
    refusedEverywhere({
      clause: 'auth.header-form',
      title: 'returns 401 for a header that is not Bearer and one key',
    }),
    refusedEverywhere(
      { clause: 'auth.unknown-key', title: 'returns 401 for a key that was never issued' },
      keyMistakesAgainst('auth.header-required'),
    ),
    refusedEverywhere({
      clause: 'auth.whole-key-compared',
      title: 'returns 401 for a valid key with a character changed, removed or added',
    }),
    everyCharacter,
    invisibleInside,
    refusedEverywhere({
      clause: 'auth.letter-case-counts',
      from: 'standard',
      title: 'returns 401 for a valid key in the other letter case',
    }),
    refusedEverywhere({
      clause: 'auth.prefix-belongs-to-the-key',
      from: 'standard',
      title: 'returns 401 for a valid key without its prefix cl_',
    }),
    comesFirst,
    keptConnection,
    besideGoodRequests(
      {
        clause: 'auth.header-required',
        title: 'returns 401 for a request without a header while valid requests are in flight',
      },
      keyMistakesAgainst('auth.header-required')[0]!,
    ),
    besideGoodRequests(
      {
        clause: 'auth.unknown-key',
        title: 'returns 401 for an unknown key while valid requests are in flight',
      },
      keyMistakesAgainst('auth.unknown-key')[0]!,
    ),
    refusedEverywhere({
      clause: 'auth.revoked-key',
      title: 'returns 401 for a revoked key',
      needs: ['revoked-key'],
    }),
    noAccessWithoutAKey,
    ...otherMethodsShowNothing,
    keyNeverShown,
    ...authObservations,
  ],
}
