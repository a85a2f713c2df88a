import type { Exchange, RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { requestTo, withAuthorization } from '../../engine/http/requests.ts'
import { experiment } from '../../engine/judge/check.ts'
import type { Expectation } from '../../engine/judge/expectations.ts'
import { judgeProbes } from '../../engine/judge/probes.ts'
import { ENDPOINTS } from '../../spec/endpoints.ts'
import { forEveryEndpoint, prober } from '../every-endpoint.ts'
import { FOILS, PLAINEST } from './plainest.ts'
import { showsTheSame } from './shows-the-same.ts'

/** Paths that bypass a check of the path. */
function ways({ path }: RequestTemplate): [what: string, path: string][] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return [
    ['a trailing slash', `${path}/`],
    ['two leading slashes', `/${path}`],
    ['a doubled slash', `${folder}/${name}`],
    ['a dot segment', `${folder}./${name}`],
    ['a trailing semicolon', `${path};gatecheck`],
    ['the suffix .json', `${path}.json`],
    ['its first letter percent-encoded', `${folder}%${name.charCodeAt(0).toString(16)}${name.slice(1)}`],
    ['its last letter in upper case', `${path.slice(0, -1)}${path.slice(-1).toUpperCase()}`],
  ]
}

/** Some are no other spelling where an id ends with a digit. */
const waysAround = (request: RequestTemplate) => ways(request).filter(([, path]) => path !== request.path)
const READS = ENDPOINTS.filter(({ method }) => method === 'GET').map(({ name }) => name)

/** Everybody may be shown a page there. */
const showsNone = (twinOf: (probe: Exchange) => Exchange | undefined): Expectation => ({
  expected: 'no 2xx with content that requires a key',
  holds: (probe) => {
    const twin = twinOf(probe)
    return twin === undefined || !showsTheSame(probe, twin)
  },
})

/** What such a path leads to is open, 401 or 404; to what a key is needed for it leads nobody without one. */
export const oddPaths = experiment({
  id: 'auth.header-required/odd-paths',
  clause: 'auth.header-required',
  suite: 'auth',
  from: 'standard',
  title: 'does not serve other spellings of a path to a request without a key',
  besides: [FOILS],
  max: ({ target }) => ({
    requests: READS.flatMap((name) => waysAround(requestTo(target, name, { id: 'job' }))).length + 1,
  }),
  drive: (drive) =>
    forEveryEndpoint(drive, async (twin, name) => {
      if (twin.request.method !== 'GET') return
      const probe = await prober(
        drive,
        twin,
        name,
        PLAINEST,
        showsNone(() => twin.exchange),
      )
      for (const [what, path] of drive.asTimeAllows(waysAround(twin.request))) {
        await probe(`no key, and ${what}, ${name}`, { ...withAuthorization(twin.request), path })
      }
    }),
  judge: (evidence) =>
    judgeProbes(
      evidence,
      showsNone(({ purpose }) => (purpose.twin === undefined ? undefined : evidence.facts.exchange(purpose.twin))),
    ),
})
