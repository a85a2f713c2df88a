import { type Target, withoutVersion, withVersionTwice } from '../../engine/config/target.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { type Experiment, experiment } from '../../engine/judge/check.ts'
import { isNotAccepted, isNotFound } from '../../engine/judge/expectations.ts'
import { judgeProbes } from '../../engine/judge/probes.ts'
import { roundsOf } from '../../engine/run/driving/tries.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { ENDPOINTS, type EndpointName, endpoint } from '../../spec/endpoints.ts'
import { VERSION_SEGMENT } from '../../spec/words.ts'
import { ENDPOINT_COUNT, endpointsTried, forEveryEndpoint } from '../every-endpoint.ts'

const FEW: readonly EndpointName[] = ['GET /models', 'POST /videos']

function wrongVersion(
  named: { id: string; clause: ClauseId; title: string },
  what: string,
  wrong: (target: Target, path: string) => string,
): Experiment {
  return experiment({
    suite: 'paths',
    ...named,
    max: (input) => ({
      requests:
        input.configuration.profile === 'smoke'
          ? FEW.length
          : endpointsTried(input).length * roundsOf(ENDPOINT_COUNT, input.configuration) + 1,
    }),
    async drive(drive) {
      const { target } = drive
      if (!target.endsWithVersion) {
        drive.notTried(`the base URL does not end with /${VERSION_SEGMENT}, so the position of the version is unknown`)
      }
      const endpoints = drive.configuration.profile === 'smoke' ? FEW : ENDPOINTS.map(({ name }) => name)
      await forEveryEndpoint(
        drive,
        async (twin, name) => {
          const path = wrong(target, twin.request.path.slice(target.basePath.length))
          for (const request of drive.often([{ ...twin.request, path }], ENDPOINT_COUNT)) {
            const answer = await drive.probe(`${what}, ${withoutBase(name)}`, twin, request)
            // A submission that gets through costs its user a job: once shows the fault.
            if (request.method === 'POST' && succeeded(answer)) return
          }
        },
        endpoints,
      )
    },
    judge: (evidence) => judgeProbes(evidence, isNotFound),
  })
}

const withoutBase = (name: EndpointName) => `${endpoint(name).method} ${endpoint(name).path}`

export const versionTwice = wrongVersion(
  {
    id: 'paths.version-once',
    clause: 'paths.version-once',
    title: 'returns 404 for a path with the version doubled',
  },
  'the version doubled',
  withVersionTwice,
)

/** How an empty part of a path is read is nobody's promise; that the version stands twice in it is plain. */
export const versionTwiceInOtherWords = experiment({
  id: 'paths.version-once/slashes',
  clause: 'paths.version-once',
  suite: 'paths',
  from: 'standard',
  title: 'serves no path with the version doubled, with slashes or dots in between',
  max: ({ configuration }) => ({
    requests: READINGS_OF_ALL * BETWEEN.length * roundsOf(ENDPOINT_COUNT * BETWEEN.length, configuration) + 1,
  }),
  async drive(drive) {
    const { target } = drive
    if (!target.endsWithVersion) drive.notTried('the base URL does not end with its version')
    await forEveryEndpoint(drive, async (twin, name) => {
      if (twin.request.method !== 'GET') return
      const version = target.basePath.slice(target.basePath.lastIndexOf('/'))
      for (const between of drive.often(BETWEEN, ENDPOINT_COUNT * BETWEEN.length)) {
        const path = `${target.basePath}${between}${version}${twin.request.path.slice(target.basePath.length)}`
        await drive.probe(`${between}${version} after the version, ${withoutBase(name)}`, twin, {
          ...twin.request,
          path,
        })
      }
    })
  },
  judge: (evidence) => judgeProbes(evidence, isNotAccepted),
})

const READINGS_OF_ALL = ENDPOINTS.filter(({ method }) => method === 'GET').length
const BETWEEN = ['/', '/.']

export const versionMissing = wrongVersion(
  { id: 'paths.version-present', clause: 'paths.version-present', title: 'returns 404 for a path without the version' },
  'no version',
  withoutVersion,
)
