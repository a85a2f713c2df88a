import type { Suite } from '../../engine/judge/check.ts'
import { aliases } from './aliases.ts'
import { credentials } from './credentials.ts'
import { damagedKeys } from './damaged-keys.ts'
import { badImages } from './images.ts'
import { keysRefusedElsewhere } from './keys-refused.ts'
import { lawfulBodies } from './lawful-bodies.ts'
import { otherIds } from './other-ids.ts'
import { otherKeys } from './other-keys.ts'
import { pagesOfOthers } from './pages.ts'
import { unknownIds } from './unknown-ids.ts'
import { versions } from './versions.ts'

/** For traffic that others sent. A run asks for the same on purpose, and more closely. */
export const traffic: Suite = {
  name: 'traffic',
  about: 'Recorded traffic of other clients: judged as far as it allows a verdict.',
  checks: [
    ...credentials,
    ...damagedKeys,
    keysRefusedElsewhere,
    ...versions,
    ...lawfulBodies,
    ...aliases,
    ...badImages,
    unknownIds,
    otherIds,
    otherKeys,
    pagesOfOthers,
  ],
}
