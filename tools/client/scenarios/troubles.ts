import { type ClientScenario, playing } from './scenario.ts'

/** The specification does not say how a client gets a video whose url fails. */
const LEAVES = ['client.stops-at-a-final-state'] as const

/** Problems of networks and proxies, for which clients are not blamed. */
export const troubles: readonly ClientScenario[] = [
  {
    name: 'submission-lost',
    about: 'The job is created, but the connection is closed before the response to the submission.',
    plays: playing('lost-answer'),
    needs: { seen: 'lost', to: 'submission' },
    polls: 3,
    waits: 0,
  },
  {
    name: 'gateway',
    about: 'A gateway answers two polls with its own HTML, once with 502 and once with 504.',
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
    about: 'The connection is reset during a poll.',
    plays: playing('hangs-up,how=reset,of=polls,after=1'),
    needs: { seen: 'lost', to: 'poll' },
    polls: 4,
    waits: 0,
  },
  {
    name: 'download-cut',
    about: 'The download is interrupted once.',
    plays: playing('fast', 'cut-download'),
    needs: { seen: 'lost', to: 'fetch' },
    polls: 1,
    waits: 4,
    leaves: LEAVES,
  },
  {
    name: 'url-expired',
    about: 'The returned url has already expired; a later poll returns one that works.',
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
    about: 'The video url has another origin than the base URL.',
    plays: playing('fast', 'elsewhere'),
    needs: { seen: 'state', status: 'succeeded' },
    rightEnd: 'video',
    // The specification does not say where videos are hosted.
    tries: 'client.needs-no-more-than-is-promised',
    polls: 1,
    waits: 0,
  },
  {
    name: 'url-redirected',
    about: 'The video url redirects to another origin than that of the base URL.',
    plays: playing('fast', 'redirected,to=elsewhere'),
    needs: { seen: 'state', status: 'succeeded' },
    polls: 1,
    waits: 0,
  },
]
