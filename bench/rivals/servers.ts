import { asEmbedded, type Embedded, startEmbedded } from '../../fixtures/embedded.ts'
import type { Fault } from '../../fixtures/faults/fault.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { STRANGERS, type Stranger } from '../../fixtures/strangers/index.ts'
import { VARIANTS } from '../../fixtures/variants/index.ts'
import { DIALECTS } from '../../service/dialects/index.ts'
import type { ServiceOptions } from '../../service/start.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { evenly } from './evenly.ts'

export type Server = {
  name: string
  start(): Promise<Embedded>
  /** The server from which the facts for users are taken. */
  known: { name: string; start(): Promise<Embedded> }
}

export type FaultyServer = Server & { breaks: ClauseId; isStrangers?: true; twin: Server }

const POLLS = 3

export function faultyServers(count: number): FaultyServer[] {
  return evenly(FAULTS, count).map((fault) => {
    const options = { dialect: firstDialectOf(fault), polls: POLLS, ...fault.options }
    const twin = healthy(options)
    const start = () => startEmbedded({ ...options, layers: [layerOf(fault)] })
    return { name: `fault ${fault.id}`, breaks: fault.breaks, twin, start, known: twin }
  })
}

/** Faults of independent implementations, by their authors, who knew only the specification. */
export function faultyStrangers(count: number): FaultyServer[] {
  const faults = STRANGERS.flatMap((stranger) => stranger.faults.map((fault) => ({ ...fault, stranger })))
  return evenly(
    faults.filter(({ isNone }) => isNone === undefined),
    count,
  ).map(({ id, breaks, start, stranger }) => {
    const twin = lawful(stranger)
    const startFaulty = () => start().then(asEmbedded)
    return { name: `stranger's fault ${id}`, breaks, isStrangers: true, twin, start: startFaulty, known: twin }
  })
}

const lawful = ({ id, start }: Stranger) => itself(`stranger ${id}`, () => start().then(asEmbedded))

/** Each dialect, the independent implementations, and some variants. */
export function lawfulServers(variants: number): Server[] {
  return [
    ...Object.keys(DIALECTS).map((dialect) => itself(`dialect ${dialect}`, () => startEmbedded({ dialect }))),
    ...STRANGERS.map(lawful),
    ...evenly(VARIANTS, variants).map((variant) =>
      itself(`variant ${variant.id}`, () => startEmbedded({ polls: POLLS, layers: [layerOf(variant)] })),
    ),
  ]
}

function firstDialectOf({ showsIn }: Pick<Fault, 'showsIn'>): string {
  const names = Object.entries(DIALECTS).filter(([, declared]) => showsIn?.(declared) ?? true)
  return names[0]![0]
}

/** The same server without the fault; shared by faults with the same options. */
function healthy(options: Pick<ServiceOptions, 'polls' | 'capacity'> & { dialect: string }): Server {
  const { dialect, polls, capacity } = options
  const name = `healthy ${dialect}, ${polls} polls${capacity === undefined ? '' : `, room for ${capacity}`}`
  return itself(name, () => startEmbedded(options))
}

function itself(name: string, start: () => Promise<Embedded>): Server {
  return { name, start, known: { name, start } }
}
