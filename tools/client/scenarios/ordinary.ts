import { type ClientScenario, playing } from './scenario.ts'

/** The code occurs nowhere else: a client that shows it has read it. */
const FAILURE = { code: 'scene_declined', message: 'The scene could not be lit as the prompt asks.', after: 2 }

/** Scenarios without obstacles. */
export const ordinary: readonly ClientScenario[] = [
  {
    name: 'plain',
    about: 'A job is accepted, runs and succeeds.',
    // Whether a queued job shows its stage is tested elsewhere. A client that submits several jobs at once has enough
    // capacity.
    plays: playing('queue,polls=1,stage=shown', 'capacity,jobs=40'),
    needs: { seen: 'a request' },
    rightEnd: 'video',
    // No obstacles, and no fields beyond the specification.
    tries: 'client.needs-no-more-than-is-promised',
    polls: 3,
    waits: 0,
  },
  {
    name: 'long-queue',
    about: 'The job is queued for nine polls.',
    plays: playing('queue,polls=9'),
    needs: { seen: 'state', status: 'queued', times: 3 },
    polls: 11,
    waits: 0,
  },
  {
    name: 'job-fails',
    about: 'The job fails with an error.',
    plays: playing({ play: 'fails', with: FAILURE }),
    needs: { seen: 'state', status: 'failed' },
    rightEnd: 'failure',
    polls: 2,
    waits: 0,
  },
  {
    name: 'image',
    about: 'GATECHECK_IMAGE_URL has an image for image-to-video.',
    plays: playing(),
    needs: { seen: 'an image' },
    polls: 3,
    waits: 0,
    hasImage: true,
  },
]
