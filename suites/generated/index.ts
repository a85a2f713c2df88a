import type { Suite } from '../../runner/check.ts'
import { generatedBadBodies } from './bad-bodies.ts'
import { generatedBadKeys } from './bad-keys.ts'
import { generatedWrongIds } from './wrong-ids.ts'

export const generated: Suite = {
  name: 'generated',
  about: 'Bodies that nobody thought of, each with one thing wrong, drawn from a seed: none of them is accepted.',
  checks: [...generatedBadBodies, ...generatedBadKeys, ...generatedWrongIds],
}
