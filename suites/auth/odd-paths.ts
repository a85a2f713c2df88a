import type { RequestTemplate } from '../../runner/history/exchange.ts'
import type { Experiment } from '../../runner/judging/check.ts'
import { isNotAccepted } from '../../runner/judging/expectations.ts'
import { judgeProbes } from '../../runner/judging/probes.ts'
import { withAuthorization } from '../../runner/wire/requests.ts'
import { ENDPOINT_COUNT, forEveryEndpoint, prober } from '../every-endpoint.ts'
import { PLAINEST } from './refusals.ts'

/** Ways around whoever looks at the path to tell what needs a key. */
function ways({ path }: RequestTemplate): [what: string, path: string][] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return [
    ['a slash behind it', `${path}/`],
    ['two slashes before it', `/${path}`],
    ['two slashes in it', `${folder}/${name}`],
    ['a dot in it', `${folder}./${name}`],
    ['a semicolon behind it', `${path};gatecheck`],
    ['.json behind it', `${path}.json`],
    ['its first letter in another form', `${folder}%${name.charCodeAt(0).toString(16)}${name.slice(1)}`],
    ['its last letter in capitals', `${path.slice(0, -1)}${path.slice(-1).toUpperCase()}`],
  ]
}

/** What such a path leads to is open, 401 or 404; to what a key is needed for it leads nobody without one. */
export const oddPaths: Experiment = {
  id: 'auth.no-way-around',
  clause: 'auth.header-required',
  suite: 'auth',
  from: 'standard',
  title: 'serves no other spelling of a path to a request without a key',
  cost: () => ({ requests: ENDPOINT_COUNT * (8 + PLAINEST.length) + 1 }),
  drive: (drive) =>
    forEveryEndpoint(drive, async (twin, name) => {
      if (twin.request.method !== 'GET') return
      const probe = await prober(drive, twin, name, PLAINEST)
      for (const [what, path] of ways(twin.request)) {
        if (path === twin.request.path) continue
        await probe(`no key, and ${what}, ${name}`, { ...withAuthorization(twin.request), path })
      }
    }),
  judge: (evidence) => judgeProbes(evidence, isNotAccepted),
}
