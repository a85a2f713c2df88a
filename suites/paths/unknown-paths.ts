import { below } from '../../engine/config/target.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { inPath, requestTo, withHeader } from '../../engine/http/requests.ts'
import { experiment } from '../../engine/judge/check.ts'
import { isNotAccepted, isNotFound } from '../../engine/judge/expectations.ts'
import { judgeProbes } from '../../engine/judge/probes.ts'
import { fitsUnexpected } from '../../engine/run/driving/fits.ts'
import { triesOf } from '../../engine/run/driving/tries.ts'
import { endpoint, READINGS } from '../../spec/endpoints.ts'
import { forEveryEndpoint } from '../every-endpoint.ts'
import { CLIMBING_IDS, ODD_IDS } from '../inputs/ids/odd-ids.ts'
import { isJob, isNoJob } from '../lifecycle/polls.ts'
import { isIdOfOwnJob } from '../own-ids.ts'

const NOWHERE = '/gatecheck-no-such-path'
const BELOW = ['/models', '/usage', '/capacity', '/billing/balance', '/billing'].map((folder) => folder + NOWHERE)
const NOWHERES = BELOW.length + 3

export const unknownPaths = experiment({
  id: 'paths.unknown-path',
  clause: 'paths.unknown-path',
  suite: 'paths',
  from: 'standard',
  title: 'returns 404 for unknown paths under the version',
  max: (input) => ({
    requests: triesOf(fitsUnexpected(input)('{}') ? NOWHERES : NOWHERES - 1, input.configuration) + 1,
  }),
  drive: (drive) =>
    forEveryEndpoint(
      drive,
      async (twin) => {
        const labelled = withHeader(twin.request, 'Content-Type', 'application/json')
        const requests = [
          ...[NOWHERE, '/billing', ...BELOW].map((path) => ({ ...twin.request, path })),
          { ...labelled, method: 'POST', path: NOWHERE, body: '{}' },
        ]
        const accepted = new Set<string>()
        for (const { path, method, ...request } of drive.often(requests)) {
          if (accepted.has(method)) continue
          const what = `${method} ${path}`
          const answer = await drive.whereThereIsRoom(what, () =>
            drive.probe(what, twin, { ...request, method, path: below(drive.target, path) }),
          )
          // What may have become a job is not sent again.
          if (method === 'POST' && succeeded(answer)) accepted.add(method)
        }
      },
      ['GET /models'],
    ),
  judge: (evidence) => judgeProbes(evidence, isNotFound),
})

/** The names of endpoints, repeated, nested in each other, or with something behind them that hides the rest. */
function nested(path: string): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const folder = path.slice(0, path.lastIndexOf('/'))
  const other = path === '/models' ? 'usage' : 'models'
  return [
    `${path}/${name}`,
    ...(folder === '' ? [] : [`${folder}${path}`, `${path}${path}`]),
    `${path};v=1`,
    `${path};`,
    `${path}%3Fpage=1`,
    `${path}%23top`,
    `${path}%2F..%2F${name}`,
    `/${other}%2F..%2F${path.slice(1)}`,
    `/${other}%2f%2e%2e${path.replaceAll('/', '%2f')}`,
    `${path}%00`,
  ]
}

const NESTED = READINGS.flatMap((name) => nested(endpoint(name).path))

/** What is asked for is a path that the interface does not name, whatever the reader makes of what is in it. */
export const nestedPaths = experiment({
  id: 'paths.unknown-path/nested',
  clause: 'paths.unknown-path',
  suite: 'paths',
  from: 'standard',
  title: 'serves no path that only contains the name of an endpoint',
  max: () => ({ requests: NESTED.length + 1 }),
  drive: (drive) =>
    forEveryEndpoint(
      drive,
      async (twin) => {
        for (const path of drive.asTimeAllows(NESTED))
          await drive.probe(`GET ${path}`, twin, { ...twin.request, path: below(drive.target, path) })
      },
      ['GET /models'],
    ),
  judge: (evidence) => judgeProbes(evidence, isNotAccepted),
})

const BESIDE_AN_ID = (id: string) => {
  const own = inPath(id)
  return [
    `/videos/videos/${own}`,
    `/videos/${own}/${own}`,
    `/videos/gatecheck-no-such-job/${own}`,
    `/videos/${own}/gatecheck-no-such-path`,
  ]
}

const BESIDE = BESIDE_AN_ID('job').length

/** A job is read at its own path and at no other. */
export const nestedIds = experiment({
  id: 'paths.unknown-path/jobs',
  clause: 'paths.unknown-path',
  suite: 'paths',
  from: 'standard',
  title: 'does not serve a job at any other path than its own',
  max: ({ configuration }) => ({ requests: triesOf(BESIDE, configuration) + 1 }),
  drive: (drive) =>
    forEveryEndpoint(
      drive,
      async (twin) => {
        const { id } = await drive.jobs.first()
        for (const path of drive.often(BESIDE_AN_ID(id)))
          await drive.probe(`GET ${path.replaceAll(inPath(id), '{id}')}`, twin, {
            ...twin.request,
            path: below(drive.target, path),
          })
      },
      ['GET /videos/{id}'],
    ),
  judge: (evidence) => judgeProbes(evidence, isNoJob),
})

/** Whatever something in front of the server makes of such a path, it leads to no other endpoint. */
export const climbingIds = experiment({
  id: 'paths.odd-id/traversal',
  clause: 'paths.odd-id',
  suite: 'paths',
  from: 'standard',
  title: 'does not serve another endpoint for a job id that looks like a path',
  max: ({ configuration }) => ({ requests: triesOf(CLIMBING_IDS.length, configuration) + 1 }),
  drive: (drive) =>
    forEveryEndpoint(
      drive,
      async (twin) => {
        for (const segment of drive.often(CLIMBING_IDS)) {
          const path = `${below(drive.target, '/videos/')}${segment}`
          await drive.probe(`the id ${segment}`, twin, { ...twin.request, path })
        }
      },
      ['GET /videos/{id}'],
    ),
  judge: (evidence) => judgeProbes(evidence, isNotAccepted),
})

export const oddIds = experiment({
  id: 'paths.odd-id',
  clause: 'paths.odd-id',
  suite: 'paths',
  from: 'standard',
  title: 'returns 404 for a malformed job id',
  max: ({ configuration }) => ({ requests: triesOf(ODD_IDS.length, configuration) + 1 }),
  drive: (drive) =>
    forEveryEndpoint(
      drive,
      async (twin) => {
        for (const id of drive.often(ODD_IDS))
          await drive.probe(`the id ${id}`, twin, requestTo(drive.target, 'GET /videos/{id}', { id }))
      },
      ['GET /videos/{id}'],
    ),
  judge: (evidence) =>
    judgeProbes(evidence, {
      ...isNotFound,
      holds: (each) => isNotFound.holds(each) || (isJob(each) && isIdOfOwnJob(each, evidence.facts)),
    }),
})
