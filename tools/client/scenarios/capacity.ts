import { type ClientScenario, playing } from './scenario.ts'

const REFUSED = { seen: 'answered', to: 'submission', status: 429 } as const
const TRIES = 'client.tries-again-after-waiting'

/** Concurrent submissions all arrive within this time, so the next but one was sent after a refusal. */
const LATE = { play: 'late', with: { of: 'submissions', seconds: 0.4 } } as const

const waiting = (seconds: number): ClientScenario => ({
  name: `wait-${seconds}`,
  about: `The submission returns 429 twice, with Retry-After: ${seconds}.`,
  // One slightly short pause is tolerated.
  plays: playing('fast', { play: 'busy', with: { times: 2, seconds } }, LATE),
  needs: REFUSED,
  rightEnd: 'video',
  tries: TRIES,
  polls: 1,
  waits: 2 * seconds,
})

/** 429 with Retry-After. */
export const capacity: readonly ClientScenario[] = [
  waiting(1),
  waiting(7),
  waiting(20),
  {
    name: 'waits-differ',
    about: 'The submission returns 429 twice with Retry-After: 2, and once more with Retry-After: 6.',
    plays: playing(
      'fast',
      { play: 'busy', with: { times: 1, seconds: 6 }, as: 'the last' },
      { play: 'busy', with: { times: 2, seconds: 2 }, as: 'the first two' },
      LATE,
    ),
    // A client may give up after three of them.
    needs: { ...REFUSED, times: 2 },
    polls: 1,
    waits: 10,
  },
  {
    name: 'room-taken',
    about:
      'Other jobs of the account use all capacity for three seconds, then one job is accepted; GET /capacity shows this, and 429 has Retry-After: 2.',
    // A client with several jobs competes with itself, so its first job takes some polls.
    plays: playing('taken,seconds=3,wait=2,left=1'),
    needs: REFUSED,
    rightEnd: 'video',
    tries: TRIES,
    polls: 3,
    waits: 4,
  },
  {
    name: 'poll-refused',
    about: 'The second poll returns 429 with Retry-After: 12, and so does the next one.',
    // More than twice the usual pause between polls, so that one violation is enough. Longer pauses must be violated
    // twice.
    plays: playing({ play: 'busy', with: { of: 'polls', times: 2, after: 1, seconds: 12 } }),
    needs: { seen: 'answered', to: 'poll', status: 429 },
    rightEnd: 'video',
    tries: TRIES,
    polls: 3,
    waits: 24,
  },
]
