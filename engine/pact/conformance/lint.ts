import type { PactFile } from '../file/pact-file.ts'
import type { Part } from './part.ts'
import { partsOf } from './parts.ts'

/** A contract, compared with the specification only. */
export type Lint = {
  file: string
  kind: string
  consumer: string
  interactions: { pointer: string; description: string; parts: Part[] }[]
  messages: number
  /** How many parts there are of each kind. */
  promised: number
  beyond: number
  against: number
  untold: number
}

export function lintOf(file: PactFile): Lint {
  const interactions = file.interactions.map((each) => ({
    pointer: each.pointer,
    description: each.description,
    parts: partsOf(each),
  }))
  const all = interactions.flatMap(({ parts }) => parts)
  const many = (wanted: Part['standing']) => all.filter(({ standing }) => standing === wanted).length
  const { name, kind, consumer, messages } = file
  const counts = {
    promised: many('promised'),
    beyond: many('beyond'),
    against: many('against'),
    untold: many('untold'),
  }
  return { file: name, kind, consumer, interactions, messages, ...counts }
}
