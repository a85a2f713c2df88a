import { type ClientScenario, playing } from './scenario.ts'

/** Where a video was promised and cannot be had, how a client comes by it nevertheless is its own business. */
const LEAVES = ['client.stops-at-a-final-state'] as const

/** What a network does, and what stands in between. Nothing of it is held against a client. */
export const troubles: readonly ClientScenario[] = [
  {
    name: 'submission-lost',
    about: 'The job is made, and the connection closed before the answer to the submission.',
    plays: playing('lost-answer'),
    needs: { seen: 'lost', to: 'submission' },
    polls: 3,
    waits: 0,
  },
  {
    name: 'gateway',
    about: 'In mid-poll a gateway answers with its own HTML, once 502 and once 504.',
    plays: playing(
      { play: 'gateway', with: { of: 'polls', status: '502', times: 1, after: 1 }, as: 'bad gateway' },
      { play: 'gateway', with: { of: 'polls', status: '504', times: 1, after: 2 }, as: 'gateway time-out' },
    ),
    needs: { seen: 'answered', to: 'poll', status: 502 },
    polls: 5,
    waits: 0,
  },
  {
    name: 'reset',
    about: 'In mid-poll the connection is reset.',
    plays: playing('hangs-up,how=reset,of=polls,after=1'),
    needs: { seen: 'lost', to: 'poll' },
    polls: 4,
    waits: 0,
  },
  {
    name: 'download-cut',
    about: 'The download is cut off in the middle, once.',
    plays: playing('fast', 'cut-download'),
    needs: { seen: 'lost', to: 'fetch' },
    polls: 1,
    waits: 4,
    leaves: LEAVES,
  },
  {
    name: 'url-expired',
    about: 'The url that a poll shows has expired already; a later poll would show one that works.',
    plays: playing('fast', 'first-url-dead'),
    needs: { seen: 'answered', to: 'fetch', status: 403 },
    polls: 1,
    waits: 16,
    leaves: LEAVES,
  },
  {
    name: 'url-short-lived',
    about: 'The url of the video works for six seconds.',
    plays: playing('fast', 'expired,seconds=6'),
    needs: { seen: 'state', status: 'succeeded' },
    polls: 1,
    waits: 0,
    urlLivesMs: 6000,
  },
  {
    name: 'another-origin',
    about: 'The url of the video leads to another origin than that of the base URL.',
    plays: playing('fast', 'elsewhere'),
    needs: { seen: 'state', status: 'succeeded' },
    rightEnd: 'video',
    // No word says where a video lies.
    tries: 'client.needs-no-more-than-is-promised',
    polls: 1,
    waits: 0,
  },
  {
    name: 'url-redirected',
    about: 'The url of the video leads to another one, which lies at another origin than that of the base URL.',
    plays: playing('fast', 'redirected,to=elsewhere'),
    needs: { seen: 'state', status: 'succeeded' },
    polls: 1,
    waits: 0,
  },
]
