import type { OpenAPIV3_1 } from 'openapi-types'
import { FIELDS, STAGES } from '../words.ts'

type Examples = Record<string, OpenAPIV3_1.ExampleObject>

const ID = 'b7d1c2f0'
/** An alias and an image that the reference service knows, so that it accepts every example. */
const ALIAS = 'swift'
const IMAGE = 'https://images.example.com/lighthouse.png'

const example = (summary: string, value: unknown) => ({ summary, value })

export const SUBMISSIONS: Examples = {
  plainest: example('A prompt only', { model: ALIAS, prompt: 'A lighthouse in fog' }),
  everything: example('A prompt and every setting', {
    model: ALIAS,
    prompt: 'A lighthouse in fog',
    resolution: FIELDS.resolution.listed.at(-1),
    duration: 12.5,
    fps: 60,
    ratio: '9:16',
    bit_depth: FIELDS.bit_depth.listed.at(-1),
  }),
  image: example('An image only', { model: ALIAS, image_url: IMAGE }),
}

export const ACCEPTED: Examples = { plain: example('A top-level id', { id: ID }) }

/** The finished one first: stateless mock servers return it, so that clients stop polling. */
export const JOBS: Examples = {
  succeeded: example('Succeeded', {
    id: ID,
    status: 'succeeded',
    url: 'https://videos.example/b7d1c2f0.mp4?until=1767225600',
  }),
  queued: example('Queued', { id: ID, status: 'queued' }),
  running: example('Running', { id: ID, status: 'running', stage: STAGES[0] }),
  failed: example('Failed', {
    id: ID,
    status: 'failed',
    error: { code: 'generation_failed', message: 'The model could not generate a video.' },
  }),
}

export const READINGS = {
  Models: { list: example('A list of aliases', { models: [ALIAS, 'studio'] }) },
  Usage: { counted: example('Jobs and seconds', { jobs: 12, video_seconds: 60 }) },
  Capacity: { room: example('Jobs that would be accepted now', { available: 3 }) },
  Balance: { credits: example('A plan and the remaining credits', { plan: 'studio', credits: 250 }) },
} satisfies Record<string, Examples>

export function errorExample(code: string, message: string): Examples {
  return { plain: example('One possible shape', { error: { code, message } }) }
}

export const ID_EXAMPLE = ID
