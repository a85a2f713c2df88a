import { type ClientScenario, playing } from './scenario.ts'

/** Permanent refusals. */
export const refusals: readonly ClientScenario[] = [
  {
    name: 'key-refused',
    about: 'The key is invalid from the start: every request returns 401.',
    plays: playing('revoked,after=0'),
    needs: { seen: 'answered', to: 'anything', status: 401 },
    rightEnd: 'failure',
    polls: 0,
    waits: 0,
  },
  {
    name: 'key-revoked',
    about: 'The key is revoked after five requests: every later request returns 401.',
    plays: playing('queue,polls=5', 'revoked,after=5'),
    needs: { seen: 'answered', to: 'anything', status: 401 },
    rightEnd: 'failure',
    polls: 4,
    waits: 0,
  },
  {
    name: 'submission-refused',
    about: 'The listed alias is withdrawn before the submission, which returns 400.',
    plays: playing('fast', 'alias-withdrawn'),
    needs: { seen: 'answered', to: 'submission', status: 400 },
    polls: 1,
    waits: 0,
    // The client uses the list that it has read before.
    leaves: ['client.submits-a-listed-model'],
  },
]
