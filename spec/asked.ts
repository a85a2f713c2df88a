import { FIELDS, RATIO_FORM, RESOLUTIONS } from './words.ts'

/** The video that a body requests, with the stated defaults. */
export type AskedVideo = {
  resolution: (typeof RESOLUTIONS)[number]
  ratio: readonly [across: number, down: number]
  seconds: number
  fps: number
  /** Undefined if the specification states no default. */
  bitDepth?: number
}

/** Undefined if a value is an open point: then its video is open too. */
export function askedOf(body: unknown): AskedVideo | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const sent: Record<string, unknown> = { ...body }
  const meant = (name: 'resolution' | 'duration' | 'fps' | 'ratio') =>
    sent[name] === undefined ? FIELDS[name].default : sent[name]
  const resolution = RESOLUTIONS.find((word) => word === meant('resolution'))
  const ratio = meant('ratio')
  const [seconds, fps] = [within('duration', meant('duration')), within('fps', meant('fps'))]
  if (!resolution || typeof ratio !== 'string' || !RATIO_FORM.test(ratio)) return undefined
  if (seconds === undefined || fps === undefined) return undefined
  const [across = 0, down = 0] = ratio.split(':').map(Number)
  if (!(across > 0 && down > 0)) return undefined
  const depths: Partial<Record<string, number>> = FIELDS.bit_depth.defaultAt
  const bitDepth = sent.bit_depth === undefined ? depths[resolution] : sent.bit_depth
  if (bitDepth !== undefined && bitDepth !== 8 && bitDepth !== 10) return undefined
  return { resolution, ratio: [across, down], seconds, fps, ...(bitDepth !== undefined && { bitDepth }) }
}

function within(name: 'duration' | 'fps', value: unknown): number | undefined {
  const { least, most } = FIELDS[name]
  return typeof value === 'number' && value >= least && value <= most ? value : undefined
}
