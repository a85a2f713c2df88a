import { requestTo } from '../../engine/http/requests.ts'
import { experiment } from '../../engine/judge/check.ts'
import { forEveryEndpoint } from '../every-endpoint.ts'
import { judgeVisits } from './other-account.ts'

/** How often the job's own account has read it on the connection before the other one does. */
const OWN_READS = 3
const CONNECTION = 'poll by the owner, on a connection that both accounts use'

/** A proxy sends requests of many clients over one connection: what it carried before says nothing of who asks now. */
export const foreignOnAKeptConnection = experiment({
  id: 'accounts.other-account-sees-404/kept-connection',
  clause: 'accounts.other-account-sees-404',
  suite: 'accounts',
  title: "returns 404 to another account's key on a connection that the job's own account has used",
  needs: ['job', 'other-account-key'],
  from: 'standard',
  max: () => ({ requests: OWN_READS + 2 }),
  drive: (drive) =>
    forEveryEndpoint(
      drive,
      async (twin) => {
        const job = await drive.jobs.first()
        for (let read = 0; read < OWN_READS; read++) await drive.goodOnConnection(CONNECTION, twin)
        const foreign = requestTo(drive.target, 'GET /videos/{id}', { key: 'B', id: job.id })
        await drive.probe('a job, read by account B right after its own account', twin, foreign, {
          connection: CONNECTION,
          foreign: job,
        })
      },
      ['GET /videos/{id}'],
    ),
  judge: (evidence) => judgeVisits(evidence),
})
