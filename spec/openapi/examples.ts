import type { OpenAPIV3_1 } from 'openapi-types'
import { FIELDS, STAGES } from '../words.ts'

type Examples = Record<string, OpenAPIV3_1.ExampleObject>

const ID = 'b7d1c2f0'
/** An alias and an image that the reference service knows, so that it accepts every example. */
const ALIAS = 'swift'
const IMAGE = 'https://images.example.com/lighthouse.png'

const example = (summary: string, value: unknown) => ({ summary, value })

export const SUBMISSIONS: Examples = {
  plainest: example('A text, and nothing else', { model: ALIAS, prompt: 'A lighthouse in fog' }),
  everything: example('A text, and each setting', {
    model: ALIAS,
    prompt: 'A lighthouse in fog',
    resolution: FIELDS.resolution.listed.at(-1),
    duration: 12.5,
    fps: 60,
    ratio: '9:16',
    bit_depth: FIELDS.bit_depth.listed.at(-1),
  }),
  image: example('An image', { model: ALIAS, image_url: IMAGE }),
}

export const ACCEPTED: Examples = { plain: example('The id at the top', { id: ID }) }

/** The finished one first: a mock that knows no states shows the first, and who polls it comes to an end. */
export const JOBS: Examples = {
  succeeded: example('The video is there', {
    id: ID,
    status: 'succeeded',
    url: 'https://videos.example/b7d1c2f0.mp4?until=1767225600',
  }),
  queued: example('Waiting', { id: ID, status: 'queued' }),
  running: example('Being made', { id: ID, status: 'running', stage: STAGES[0] }),
  failed: example('There will be no video', {
    id: ID,
    status: 'failed',
    error: { code: 'generation_failed', message: 'The model gave up.' },
  }),
}

export const READINGS = {
  Models: { list: example('A list of aliases', { models: [ALIAS, 'studio'] }) },
  Usage: { counted: example('Jobs and seconds', { jobs: 12, video_seconds: 60 }) },
  Capacity: { room: example('Jobs that would be taken on now', { available: 3 }) },
  Balance: { credits: example('A plan and what is left', { plan: 'studio', credits: 250 }) },
} satisfies Record<string, Examples>

export function errorExample(code: string, message: string): Examples {
  return { plain: example('One of many shapes', { error: { code, message } }) }
}

export const ID_EXAMPLE = ID
