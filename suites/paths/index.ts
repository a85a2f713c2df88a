import { below, type Target, withoutVersion, withVersionTwice } from '../../engine/config/target.ts'
import type { RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { inPath, requestTo, withAuthorization, withHeader } from '../../engine/http/requests.ts'
import type { Check, Experiment, Suite } from '../../engine/judge/check.ts'
import { isNotAccepted, isNotFound } from '../../engine/judge/expectations.ts'
import type { PointOfRequests } from '../../engine/judge/outcome.ts'
import { judgeProbes } from '../../engine/judge/probes.ts'
import { fitsUnexpected } from '../../engine/run/planning/fits.ts'
import { roundsOf, triesOf } from '../../engine/run/time-budget.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { type EndpointName, endpoint, READINGS } from '../../spec/endpoints.ts'
import { VERSION_SEGMENT } from '../../spec/words.ts'
import { choiceTried } from '../choices.ts'
import { ALL_ENDPOINTS, ENDPOINT_COUNT, endpointsTried, GET_ENDPOINTS, probing } from '../every-endpoint.ts'
import { CLIMBING_IDS, ODD_IDS } from '../inputs/ids.ts'
import { isJob, isNoJob } from '../lifecycle/polls.ts'
import { isIdOfOwnJob } from '../own-ids.ts'

const FEW: readonly EndpointName[] = ['GET /models', 'POST /videos']

function wrongVersion(clause: ClauseId, what: string, wrong: (target: Target, path: string) => string): Experiment {
  return probing({
    clause,
    suite: 'paths',
    title: `returns 404 for a path with ${what}`,
    max: (input) => ({
      requests:
        input.configuration.profile === 'smoke'
          ? FEW.length
          : endpointsTried(input).length * roundsOf(ENDPOINT_COUNT, input.configuration) + 1,
    }),
    endpoints(drive) {
      if (!drive.target.endsWithVersion) {
        drive.notTested(`the base URL does not end with /${VERSION_SEGMENT}, so the position of the version is unknown`)
      }
      return drive.configuration.profile === 'smoke' ? FEW : ALL_ENDPOINTS
    },
    async probe(drive, control, name) {
      const path = wrong(drive.target, control.request.path.slice(drive.target.basePath.length))
      for (const request of drive.often([{ ...control.request, path }], ENDPOINT_COUNT)) {
        const answer = await drive.probe(`${what}, ${withoutBase(name)}`, control, request)
        // An accepted submission costs a job, and one shows the fault.
        if (request.method === 'POST' && succeeded(answer)) return
      }
    },
    expected: isNotFound,
  })
}

const withoutBase = (name: EndpointName) => `${endpoint(name).method} ${endpoint(name).path}`

const versionTwice = wrongVersion('paths.version-once', 'the version doubled', withVersionTwice)

/** An empty path segment is open, but the version is still doubled. */
const versionTwiceInOtherWords = probing({
  id: 'paths.version-once/slashes',
  clause: 'paths.version-once',
  suite: 'paths',
  from: 'standard',
  title: 'serves no path with the version doubled, with slashes or dots in between',
  max: ({ configuration }) => ({
    requests: GET_ENDPOINTS.length * BETWEEN.length * roundsOf(ENDPOINT_COUNT * BETWEEN.length, configuration) + 1,
  }),
  endpoints(drive) {
    if (!drive.target.endsWithVersion) drive.notTested('the base URL does not end with its version')
    return GET_ENDPOINTS
  },
  async probe(drive, control, name) {
    const { basePath } = drive.target
    const version = basePath.slice(basePath.lastIndexOf('/'))
    for (const between of drive.often(BETWEEN, ENDPOINT_COUNT * BETWEEN.length)) {
      const path = `${basePath}${between}${version}${control.request.path.slice(basePath.length)}`
      await drive.probe(`${between}${version} after the version, ${withoutBase(name)}`, control, {
        ...control.request,
        path,
      })
    }
  },
  expected: isNotAccepted,
})

const BETWEEN = ['/', '/.']

const versionMissing = wrongVersion('paths.version-present', 'no version', withoutVersion)

const NOWHERE = '/gatecheck-no-such-path'
const BELOW = ['/models', '/usage', '/capacity', '/billing/balance', '/billing'].map((folder) => folder + NOWHERE)
const NOWHERES = BELOW.length + 3

const unknownPaths = probing({
  clause: 'paths.unknown-path',
  suite: 'paths',
  from: 'standard',
  title: 'returns 404 for unknown paths under the version',
  max: (input) => ({
    requests: triesOf(fitsUnexpected(input)('{}') ? NOWHERES : NOWHERES - 1, input.configuration) + 1,
  }),
  endpoints: ['GET /models'],
  async probe(drive, control) {
    const labelled = withHeader(control.request, 'Content-Type', 'application/json')
    const requests = [
      ...[NOWHERE, '/billing', ...BELOW].map((path) => ({ ...control.request, path })),
      { ...labelled, method: 'POST', path: NOWHERE, body: '{}' },
    ]
    const accepted = new Set<string>()
    for (const { path, method, ...request } of drive.often(requests)) {
      if (accepted.has(method)) continue
      const what = `${method} ${path}`
      const answer = await drive.withinLimits(what, () =>
        drive.probe(what, control, { ...request, method, path: below(drive.target, path) }),
      )
      // Accepted submissions are not repeated, since each may be a job.
      if (method === 'POST' && succeeded(answer)) accepted.add(method)
    }
  },
  expected: isNotFound,
})

/** Endpoint names repeated, nested in each other, or followed by a separator. */
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

const nestedPaths = probing({
  id: 'paths.unknown-path/nested',
  clause: 'paths.unknown-path',
  suite: 'paths',
  from: 'standard',
  title: 'serves no path that only contains the name of an endpoint',
  max: () => ({ requests: NESTED.length + 1 }),
  endpoints: ['GET /models'],
  async probe(drive, control) {
    for (const path of drive.asTimeAllows(NESTED))
      await drive.probe(`GET ${path}`, control, { ...control.request, path: below(drive.target, path) })
  },
  expected: isNotAccepted,
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

const nestedIds = probing({
  id: 'paths.unknown-path/jobs',
  clause: 'paths.unknown-path',
  suite: 'paths',
  from: 'standard',
  title: 'does not serve a job at any other path than its own',
  max: ({ configuration }) => ({ requests: triesOf(BESIDE, configuration) + 1 }),
  endpoints: ['GET /videos/{id}'],
  async probe(drive, control) {
    const { id } = await drive.jobs.first()
    for (const path of drive.often(BESIDE_AN_ID(id)))
      await drive.probe(`GET ${path.replaceAll(inPath(id), '{id}')}`, control, {
        ...control.request,
        path: below(drive.target, path),
      })
  },
  expected: isNoJob,
})

const climbingIds = probing({
  id: 'paths.odd-id/traversal',
  clause: 'paths.odd-id',
  suite: 'paths',
  from: 'standard',
  title: 'does not serve another endpoint for a job id that looks like a path',
  max: ({ configuration }) => ({ requests: triesOf(CLIMBING_IDS.length, configuration) + 1 }),
  endpoints: ['GET /videos/{id}'],
  async probe(drive, control) {
    for (const segment of drive.often(CLIMBING_IDS)) {
      const path = `${below(drive.target, '/videos/')}${segment}`
      await drive.probe(`the id ${segment}`, control, { ...control.request, path })
    }
  },
  expected: isNotAccepted,
})

const oddIds = probing({
  clause: 'paths.odd-id',
  suite: 'paths',
  from: 'standard',
  title: 'returns 404 for a malformed job id',
  max: ({ configuration }) => ({ requests: triesOf(ODD_IDS.length, configuration) + 1 }),
  endpoints: ['GET /videos/{id}'],
  async probe(drive, control) {
    for (const id of drive.often(ODD_IDS))
      await drive.probe(`the id ${id}`, control, requestTo(drive.target, 'GET /videos/{id}', { id }))
  },
  judge: (evidence) =>
    judgeProbes(evidence, {
      ...isNotFound,
      holds: (each) => isNotFound.holds(each) || (isJob(each) && isIdOfOwnJob(each, evidence.facts)),
    }),
})

type Variant = {
  open: PointOfRequests
  title: string
  of(request: RequestTemplate, target: Target): RequestTemplate
}

const VARIANTS: Variant[] = [
  {
    open: 'paths.unknown-without-key',
    title: 'whether an unknown path without a key returns 401 or 404',
    of: (request, target) => ({ ...withAuthorization(request), path: below(target, '/gatecheck-no-such-path') }),
  },
  {
    open: 'paths.wrong-method',
    title: 'which status a wrong method on a known path returns',
    of: (request, target) => ({ ...request, method: 'PUT', path: below(target, '/capacity') }),
  },
  {
    open: 'paths.head',
    title: 'which status HEAD returns',
    of: (request) => ({ ...request, method: 'HEAD' }),
  },
  {
    open: 'paths.other-version',
    title: 'which status a path under another version returns',
    of: (request, target) => ({
      ...request,
      path: request.path.replace(target.basePath, target.basePath.replace(/(?<!\d)\d+$/, '2')),
    }),
  },
  {
    open: 'paths.trailing-slash',
    title: 'whether a path with a trailing slash is the same path',
    of: (request) => ({ ...request, path: `${request.path}/` }),
  },
  {
    open: 'paths.encoded-slash',
    title: 'whether a path with its slash encoded as %2F is the same path',
    of: (request, target) => ({ ...request, path: below(target, '/billing%2Fbalance') }),
  },
]

const pathObservations: Check[] = VARIANTS.map(({ of, ...named }) =>
  choiceTried(
    {
      ...named,
      suite: 'paths',
      from: 'standard',
      max: () => ({ requests: 1 }),
      async drive(drive) {
        if (named.open === 'paths.other-version' && !drive.target.endsWithVersion)
          drive.notTested('the base URL has no version')
        const control = await drive.control('GET /models')
        const request = of(control.request, drive.target)
        await drive.observe(named.title, request)
      },
    },
    (exchange) => ({ value: String(statusOf(exchange)), words: `returns ${statusOf(exchange)}` }),
  ),
)

export const paths: Suite = {
  name: 'paths',
  about: 'Paths and their version (§4, §7, §9): exactly one /v1, and 404 for unknown paths.',
  checks: [
    versionTwice,
    versionMissing,
    unknownPaths,
    nestedPaths,
    nestedIds,
    oddIds,
    climbingIds,
    versionTwiceInOtherWords,
    ...pathObservations,
  ],
}
