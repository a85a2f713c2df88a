import { admission } from './admission.ts'
import type { Behaviour } from './behaviour.ts'
import { errors } from './errors.ts'
import { films } from './films.ts'
import { polling } from './polling.ts'
import { readings } from './readings.ts'
import { records } from './records.ts'
import { resultLinks } from './result-links.ts'
import { routing } from './routing.ts'
import { submission } from './submission.ts'
import type { World } from './world.ts'

const PARTS = [routing, admission, errors, submission, polling, records, resultLinks, films, readings]

/** All decisions without layers. */
export function createBehaviour(world: World): Behaviour {
  const behaviour = {} as Behaviour
  return Object.assign(behaviour, ...PARTS.map((part) => part(world, behaviour)))
}
