/** The vocabulary of the interface: every name, word, range and default that it fixes, each written once. */

export const VERSION_SEGMENT = 'v1'

export const KEY_PREFIX = 'cl_'

export const RESOLUTIONS = ['480p', '720p', '1080p', '2k', '4k'] as const
type Resolution = (typeof RESOLUTIONS)[number]

export const BIT_DEPTHS = [8, 10] as const

export const STATUSES = ['queued', 'running', 'succeeded', 'failed'] as const
export type Status = (typeof STATUSES)[number]

export const FINAL_STATUSES = ['succeeded', 'failed'] as const satisfies readonly Status[]

export const STAGES = ['generating', 'enhancing'] as const
export type Stage = (typeof STAGES)[number]

/** Error codes, each with its HTTP status; none is stated for the last. */
export const ERROR_CODES = {
  unauthorized: 401,
  not_found: 404,
  capacity_exceeded: 429,
  invalid_request: undefined,
} as const
export type ErrorCode = keyof typeof ERROR_CODES

export const POLL_INTERVAL_SECONDS = { least: 3, most: 5 } as const

export const RATIO_FORM = /^\d+:\d+$/

type NumberField = { type: 'number'; least: number; most: number; default?: number; unit?: string }
type ListedNumberField = { type: 'number'; listed: readonly number[]; defaultAt: Partial<Record<Resolution, number>> }
type WordField = { type: 'string'; listed: readonly string[]; default: string }
type RatioField = { type: 'string'; form: RegExp; default: string }
type TextField = { type: 'string'; meaning: string }
export type Field = NumberField | ListedNumberField | WordField | RatioField | TextField

/** The fields of a submission. `model` is required, and one of `prompt` and `image_url`. */
export const FIELDS = {
  model: { type: 'string', meaning: 'an alias from GET /models' },
  prompt: { type: 'string', meaning: 'a non-empty text' },
  image_url: { type: 'string', meaning: 'the https URL of a public image' },
  resolution: { type: 'string', listed: RESOLUTIONS, default: '480p' },
  duration: { type: 'number', least: 1, most: 60, default: 5, unit: 'seconds' },
  fps: { type: 'number', least: 1, most: 120, default: 24, unit: 'frames a second' },
  ratio: { type: 'string', form: RATIO_FORM, default: '16:9' },
  bit_depth: { type: 'number', listed: BIT_DEPTHS, defaultAt: { '1080p': 10, '4k': 10 } },
} as const satisfies Record<string, Field>
export type FieldName = keyof typeof FIELDS
