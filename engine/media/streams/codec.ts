import type { CODECS } from '../facts.ts'
import { Unreadable } from '../reading/unreadable.ts'
import { av1Configuration, av1Header, obusOf } from './av1.ts'
import { avcConfiguration, avcPictureNamed, learnAvc } from './avc.ts'
import type { Header, Sample } from './header.ts'
import { hevcConfiguration, hevcPictureNamed, learnHevc } from './hevc.ts'
import { type Nal, unitsBetweenStartCodes, unitsOf } from './nal.ts'
import { noSets, type ParameterSets } from './parameter-sets.ts'
import { vp9Frame } from './vp9.ts'

export type Codec = (typeof CODECS)[number]

/** What the container holds for a decoder, and how its codec is read. */
export type Decoder = {
  /** What the configuration alone says. */
  configured: { header?: Header; depth?: number }
  /** What a sample says, or what is wrong with it. */
  look(sample: Sample): Promise<{ header?: Header; damage?: string }>
}

/** For VP9, whose records differ from container to container, the depth that one says is given besides. */
export async function decoderFor(codec: Codec, record: Uint8Array | undefined, depth?: number): Promise<Decoder> {
  if (codec === 'avc')
    return ofUnits(record, { ...avcConfigurationOr(record), learn: learnAvc, named: avcPictureNamed })
  if (codec === 'hevc')
    return ofUnits(record, { ...hevcConfigurationOr(record), learn: learnHevc, named: hevcPictureNamed })
  if (codec === 'vp9')
    return {
      configured: depth ? { depth } : {},
      look: async (sample) => vp9Frame(await sample.read(0, Math.min(32, sample.size))),
    }
  return { configured: record ? await av1Configuration(record) : {}, look: lookAtAv1 }
}

async function lookAtAv1(sample: Sample) {
  const { obus, damage } = await obusOf(sample)
  if (damage) return { damage }
  const header = av1Header(obus)
  return header ? { header } : {}
}

const NOTHING = { lengthSize: 4, units: [] as Uint8Array[] }
const avcConfigurationOr = (record?: Uint8Array) => (record?.length ? avcConfiguration(record) : NOTHING)
const hevcConfigurationOr = (record?: Uint8Array) => (record?.length ? hevcConfiguration(record) : NOTHING)

type Units = {
  lengthSize: number
  units: Uint8Array[]
  depth?: number
  learn(sets: ParameterSets, unit: Uint8Array): boolean
  named(units: Nal[]): number | undefined
}

function ofUnits(record: Uint8Array | undefined, { lengthSize, units, depth, learn, named }: Units): Decoder {
  const sets = noSets()
  for (const unit of units) learn(sets, unit)
  const [configured] = sets.sequences.values()
  return {
    configured: { ...(configured && { header: configured }), ...(depth !== undefined && { depth }) },
    look: async (sample) => {
      const { units, damage } = await unitsIn(sample, lengthSize, record)
      if (damage) return { damage }
      const inBand = units.filter(({ bytes }) => learn(sets, bytes)).length > 0
      // A set of the configuration that the slice does not name is not what is shown.
      const header = sequenceOf(sets, named(units))
      return header && (inBand || sets.sequences.size > 1) ? { header } : {}
    },
  }
}

function sequenceOf({ sequences, pictures }: ParameterSets, picture: number | undefined): Header | undefined {
  const sequence = picture === undefined ? undefined : pictures.get(picture)
  if (sequence !== undefined) return sequences.get(sequence)
  return sequences.size === 1 ? sequences.values().next().value : undefined
}

async function unitsIn(sample: Sample, lengthSize: number, record: Uint8Array | undefined) {
  const found = await unitsOf(sample, lengthSize)
  if (!found.damage && record?.length) return found
  const between = await unitsBetweenStartCodes(sample)
  if (between.length > 0) return { units: between }
  if (!record?.length) throw new Unreadable('no codec configuration')
  return found
}
