import type { Layers } from '../layers.ts'
import { SCENARIOS } from './index.ts'
import { meant } from './meant.ts'
import { type Catalogue, nameOf, type Play, PlayError, type Scenario } from './scenario.ts'
import { valuesOf } from './values.ts'
import { inWriting, playWritten } from './written.ts'

export type Playing = Play & { as: string }

/** Active and available scenarios. */
export type Scenarios = {
  /** Takes effect with the next request; dispose the result, or call `off`, to remove it. */
  on(play: Play | string): Promise<Playing & Disposable & { off(): void }>
  off(as: string): void
  /** In the order of activation: later ones lie outside. */
  playing(): Playing[]
  /** The service's own and those of the catalogue. */
  all(): Promise<readonly Scenario[]>
}

export function scenariosOn(layers: Layers, catalogue: Catalogue = async () => []): Scenarios {
  const playing = new Map<string, Playing>()
  const all = async () => [...SCENARIOS, ...(await catalogue())]
  const found = async (name: string): Promise<Scenario> => {
    const isIt = (each: Scenario) => nameOf(each) === name
    const scenario = SCENARIOS.find(isIt) ?? (await catalogue()).find(isIt)
    if (!scenario) throw new PlayError(`unknown scenario ${name}${inWords(meant(name, (await all()).map(nameOf)))}`)
    return scenario
  }
  const off = (as: string) => {
    if (!playing.delete(as)) throw new PlayError(`no active scenario is named ${as}`)
    layers.takeOff(as)
  }

  return {
    async on(asked) {
      const play = typeof asked === 'string' ? playWritten(asked) : asked
      const scenario = await found(play.play)
      const as = play.as ?? inWriting(play)
      if (playing.has(as)) throw new PlayError(`${as} is already active`)
      const patch = scenario.patch(valuesOf(scenario, play.with ?? {}))
      layers.put({ name: as, patch }, play.for)
      const on = { ...play, as }
      playing.set(as, on)
      return { ...on, off: () => off(as), [Symbol.dispose]: () => void (playing.has(as) && off(as)) }
    },
    off,
    playing: () => [...playing.values()],
    all,
  }
}

const inWords = (names: readonly string[]) => (names.length === 0 ? '' : `; did you mean ${names.join(', ')}?`)
