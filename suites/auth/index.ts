import type { Suite } from '../../engine/judge/check.ts'
import { keyMistakesAgainst } from '../inputs/keys/key-mistakes.ts'
import { besideGoodRequests } from './beside-good-requests.ts'
import { comesFirst } from './comes-first.ts'
import { cookiesOfTheServer } from './cookies.ts'
import { everyCharacter } from './every-character.ts'
import { invisibleInside } from './invisible.ts'
import { keptConnection } from './kept-connection.ts'
import { keyNeverShown } from './key-never-shown.ts'
import { nobodyGetsThrough } from './nobody-asks.ts'
import { authObservations } from './observations.ts'
import { oddPaths } from './odd-paths.ts'
import { otherMethodsShowNothing } from './other-methods.ts'
import { refusedEverywhere } from './refusals.ts'

export const auth: Suite = {
  name: 'auth',
  about: 'The Authorization header (§5): 401 on every endpoint for everything except Bearer and a valid key.',
  checks: [
    refusedEverywhere(
      {
        id: 'auth.header-required',
        clause: 'auth.header-required',
        title: 'returns 401 for a request without an Authorization header',
      },
      [],
    ),
    oddPaths,
    refusedEverywhere({
      id: 'auth.only-the-header-counts',
      clause: 'auth.only-the-header-counts',
      from: 'standard',
      title: 'returns 401 for a key that is only in the query, a cookie, another header or the body',
    }),
    cookiesOfTheServer,
    refusedEverywhere({
      id: 'auth.scheme-is-bearer',
      clause: 'auth.scheme-is-bearer',
      title: 'returns 401 for a valid key with another scheme',
    }),
    refusedEverywhere({
      id: 'auth.bare-key-refused',
      clause: 'auth.bare-key-refused',
      from: 'standard',
      title: 'returns 401 for a valid key without a scheme',
    }),
    refusedEverywhere({
      id: 'auth.header-form',
      clause: 'auth.header-form',
      title: 'returns 401 for a header that is not Bearer and one key',
    }),
    refusedEverywhere(
      { id: 'auth.unknown-key', clause: 'auth.unknown-key', title: 'returns 401 for a key that was never issued' },
      keyMistakesAgainst('auth.header-required'),
    ),
    refusedEverywhere({
      id: 'auth.whole-key-compared',
      clause: 'auth.whole-key-compared',
      title: 'returns 401 for a valid key with a character changed, removed or added',
    }),
    everyCharacter,
    invisibleInside,
    refusedEverywhere({
      id: 'auth.letter-case-counts',
      clause: 'auth.letter-case-counts',
      from: 'standard',
      title: 'returns 401 for a valid key in the other letter case',
    }),
    refusedEverywhere({
      id: 'auth.prefix-belongs-to-the-key',
      clause: 'auth.prefix-belongs-to-the-key',
      from: 'standard',
      title: 'returns 401 for a valid key without its prefix cl_',
    }),
    comesFirst,
    keptConnection,
    besideGoodRequests(
      {
        id: 'auth.header-required/parallel',
        clause: 'auth.header-required',
        title: 'returns 401 for a request without a header while valid requests are in flight',
      },
      keyMistakesAgainst('auth.header-required')[0]!,
    ),
    besideGoodRequests(
      {
        id: 'auth.unknown-key/parallel',
        clause: 'auth.unknown-key',
        title: 'returns 401 for an unknown key while valid requests are in flight',
      },
      keyMistakesAgainst('auth.unknown-key')[0]!,
    ),
    refusedEverywhere({
      id: 'auth.revoked-key',
      clause: 'auth.revoked-key',
      title: 'returns 401 for a revoked key',
      needs: ['revoked-key'],
    }),
    nobodyGetsThrough,
    ...otherMethodsShowNothing,
    keyNeverShown,
    ...authObservations,
  ],
}
