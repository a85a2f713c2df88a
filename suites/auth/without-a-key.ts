import type { Exchange, RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { jsonOf, succeeded, walk } from '../../engine/history/reading/reading.ts'
import { requestTo, withAuthorization } from '../../engine/http/requests.ts'
import type { Experiment } from '../../engine/judge/check.ts'
import type { Expectation } from '../../engine/judge/expectations.ts'
import { judgeProbes } from '../../engine/judge/probes.ts'
import type { Need } from '../../spec/clause.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { GET_ENDPOINTS, prober, probing } from '../every-endpoint.ts'
import { otherMethods } from '../other-methods.ts'
import { FOILS, PLAINEST } from './refusals.ts'

/** Responses come from the same resource if they share at least this part of their members. */
const SHARE = 0.75

/** Whether both have the same members, whatever their values, or show the same job. Public or empty pages differ. */
function showsTheSame(one: Exchange, other: Exchange): boolean {
  const [found, wanted] = [one, other].map((each) => (succeeded(each) ? jsonOf(each) : undefined))
  if (!found || !wanted) return false
  const polled = other.purpose.polled
  if (polled !== undefined && [...walk(found.value)].some(({ value }) => String(value) === polled)) return true
  const ways = waysIn(wanted.value)
  if (ways.size === 0) return JSON.stringify(found.value) === JSON.stringify(wanted.value)
  const own = waysIn(found.value)
  return [...ways].filter((way) => own.has(way)).length >= SHARE * ways.size
}

/** Paths of all values; all items of a list have the same path. */
function waysIn(value: unknown): Set<string> {
  const leaves = [...walk(value)].filter((each) => typeof each.value !== 'object' || each.value === null)
  return new Set(leaves.map(({ way }) => way.map((step) => (/^\d+$/.test(step) ? '*' : step)).join('/')))
}

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

/** Without spellings that change nothing, for example if an id ends with a digit. */
const waysAround = (request: RequestTemplate) => ways(request).filter(([, path]) => path !== request.path)

/** A public page is allowed there. */
const showsNone = (twinOf: (probe: Exchange) => Exchange | undefined): Expectation => ({
  expected: 'no 2xx with content that requires a key',
  holds: (probe) => {
    const control = twinOf(probe)
    return control === undefined || !showsTheSame(probe, control)
  },
})

/** A server may return 401 or 404 for such a path, but must not serve a protected resource without a key. */
export const oddPaths = probing({
  id: 'auth.header-required/odd-paths',
  clause: 'auth.header-required',
  suite: 'auth',
  from: 'standard',
  title: 'does not serve other spellings of a path to a request without a key',
  besides: [FOILS],
  max: ({ target }) => ({
    requests: GET_ENDPOINTS.flatMap((name) => waysAround(requestTo(target, name, { id: 'job' }))).length + 1,
  }),
  async probe(drive, control, name) {
    if (control.request.method !== 'GET') return
    const expected = showsNone(() => control.exchange)
    const probe = await prober(drive, control, name, PLAINEST, expected)
    for (const [what, path] of drive.asTimeAllows(waysAround(control.request))) {
      await probe(`no key, and ${what}, ${name}`, { ...withAuthorization(control.request), path })
    }
  },
  judge: (evidence) =>
    judgeProbes(
      evidence,
      showsNone(({ purpose }) => (purpose.twin === undefined ? undefined : evidence.facts.exchange(purpose.twin))),
    ),
})

const OTHER_METHODS: [clause: ClauseId, who: string, authorization: string[], needs?: Need[]][] = [
  ['auth.header-required', 'without a key', []],
  ['auth.unknown-key', 'with a key that was never issued', ['Bearer {{U}}']],
  ['auth.revoked-key', 'with a revoked key', ['Bearer {{R}}'], ['revoked-key']],
]

export const otherMethodsShowNothing: Experiment[] = OTHER_METHODS.map(([clause, who, authorization, needs = []]) =>
  otherMethods(
    {
      id: `${clause}/other-methods`,
      suite: 'auth',
      clause,
      title: `shows no account data to HEAD and OPTIONS ${who}`,
      needs,
    },
    { who, authorization },
  ),
)
