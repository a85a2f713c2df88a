import { below } from '../../engine/config/target.ts'
import { inPath } from '../../engine/http/requests.ts'
import { experiment } from '../../engine/judge/check.ts'
import { judgeProbes } from '../../engine/judge/probes.ts'
import { triesOf } from '../../engine/run/driving/tries.ts'
import { forEveryEndpoint } from '../every-endpoint.ts'
import { isNoJob } from '../lifecycle/polls.ts'

const NONE = 'gatecheck-no-such-job'

/** Ids with a prefix or suffix: a server that cuts it off finds a real job. */
const hidden = (own: string): string[] => [
  `${own}%23top`,
  `${own}%3Fpage=1`,
  `${own};page=1`,
  `${own}.json`,
  `${own}%00`,
  `${own},${NONE}`,
  `${NONE}%2F..%2F${own}`,
  `${NONE}%23${own}`,
  `${NONE}?id=${own}`,
]

const WAYS = hidden('job').length

export const hiddenIdIsNoJob = experiment({
  id: 'accounts.near-id-is-no-job/hidden-ids',
  clause: 'accounts.near-id-is-no-job',
  suite: 'accounts',
  from: 'standard',
  title: 'returns no job for an id that only contains the id of a job',
  needs: ['job'],
  max: ({ configuration }) => ({ requests: triesOf(WAYS, configuration) + 1 }),
  drive: (drive) =>
    forEveryEndpoint(
      drive,
      async (twin) => {
        const own = inPath((await drive.jobs.first()).id)
        for (const segment of drive.often(hidden(own))) {
          const path = `${below(drive.target, '/videos/')}${segment}`
          await drive.probe(`the id ${segment.replace(own, '{id}')}`, twin, { ...twin.request, path })
        }
      },
      ['GET /videos/{id}'],
    ),
  judge: (evidence) => judgeProbes(evidence, isNoJob),
})
