import { around } from '../../service/interface/behaviour.ts'
import type { Layer } from '../../service/layers.ts'

/** Whoever is refused may come back at once. */
export function everySecondFindsNoRoom(): Layer {
  let submissions = 0
  return {
    name: 'every second submission finds no room',
    patch: (behaviour) =>
      around(behaviour, 'submit', (next, ...given) =>
        ++submissions % 2 === 0
          ? behaviour.refuse('capacity_exceeded', { headers: { 'retry-after': '0' } })
          : next(...given),
      ),
  }
}
