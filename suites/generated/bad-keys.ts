import fc from 'fast-check'
import type { Profile } from '../../engine/config/configuration.ts'
import type { Header, RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { inPath, requestTo, withHeader } from '../../engine/http/requests.ts'
import type { Rule } from '../../engine/judge/check.ts'
import { isUnauthorized } from '../../engine/judge/expectations.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Control } from '../../engine/run/controls.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { NotTested } from '../../engine/run/not-tested.ts'
import type { Phase, PlanInput } from '../../engine/run/phase.ts'
import { TRIES_THAT_SHOW_IT } from '../../engine/run/time-budget.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'
import { ENDPOINTS, type EndpointName } from '../../spec/endpoints.ts'
import { FOILS, PLAINEST } from '../auth/refusals.ts'
import { type Probe, prober } from '../every-endpoint.ts'
import { idLike } from '../inputs/ids.ts'
import { keyMistakes, madeFrom } from '../inputs/keys.ts'
import { judgesItsShare } from './judged.ts'
import { inLanes } from './lanes.ts'

const DRAWS: Record<Profile, number> = { smoke: 0, standard: 30, full: 240 }
const AT_ONCE = 4

/** What a request without a valid key asks for; `wrong`: it would be refused for that, too. */
type Asked = { what: string; of(request: RequestTemplate): RequestTemplate; wrong?: true }

type Before = Pick<PlanInput, 'configuration' | 'keys' | 'lengthOf'>

type Draw = { endpoint: EndpointName; kind: number; way: number; key: KeyName; asked: number; kept: boolean }

/** The suite `auth` already changes each character of the first key. */
const ASKED_BEFORE: ClauseId[] = ['auth.whole-key-compared']

/** In the full profile: each mistake with each key, often enough to find one that is accepted only sometimes. */
function eachWay({ configuration, lengthOf }: Before, keys: readonly KeyName[], draws: Draw[]): Draw[] {
  if (configuration.profile !== 'full') return draws
  const ways = keys.flatMap((key) =>
    keyMistakes(lengthOf(key)).flatMap(({ breaks, ways, of }, kind) => {
      const isAsked = of !== undefined || (key === 'A' && ASKED_BEFORE.includes(breaks))
      const times = ways.length < TRIES_THAT_SHOW_IT ? Math.ceil(TRIES_THAT_SHOW_IT / keys.length) : 1
      return isAsked ? [] : ways.flatMap((_, way) => Array.from({ length: times }, () => ({ key, kind, way })))
    }),
  )
  const [shuffled = []] = fc.sample(fc.shuffledSubarray(ways, { minLength: ways.length }), {
    seed: configuration.seed,
    numRuns: 1,
  })
  const each = shuffled.map((way, index) => ({ ...draws[index % draws.length]!, kept: false, ...way }))
  return each.flatMap((draw, index) => [draw, ...(draws[index] ? [draws[index]] : [])]).concat(draws.slice(each.length))
}

function drawn(known: Before): Draw[] {
  const { seed, profile } = known.configuration
  const keys = (['A', 'A2', 'B'] as const).filter((key) => known.keys.includes(key))
  const any = fc.nat({ max: 9999 })
  const draw = fc.record<Draw>({
    endpoint: fc.constantFrom(...ENDPOINTS.map(({ name }) => name), ...OFTEN),
    kind: fc.nat({ max: keyMistakes(known.lengthOf('A')).length - 1 }),
    way: any,
    key: fc.constantFrom(...keys),
    asked: any,
    kept: fc.boolean(),
  })
  return eachWay(known, keys, fc.sample(draw, { seed, numRuns: DRAWS[profile] }))
}

/** These have more cases than the readings. */
const OFTEN: EndpointName[] = ['POST /videos', 'GET /videos/{id}', 'GET /videos/{id}']

async function sendWithoutGoodKeys(drive: Driver): Promise<void> {
  const { configuration, keys, vault } = drive
  const draws = drawn({ configuration, keys, lengthOf: (key) => vault.lengthOf(key) })
  const probes = new Map<EndpointName, Promise<Endpoint>>()
  const at = (name: EndpointName) => {
    const known = probes.get(name) ?? endpointOf(drive, name)
    known.catch(() => undefined)
    probes.set(name, known)
    return known
  }
  const half = Math.ceil(draws.length / 2)
  const goesOn = () => drive.hasTimeToSpare()
  // First half with an unfinished job, second half with all finished ones.
  const first = await drive.jobs.first()
  const soon = askedOf(drive, first.id, [{ id: first.id, key: first.key }])
  await inLanes(AT_ONCE, draws.slice(0, half), (draw, lane) => sendDraw(drive, draw, { at, asked: soon, lane }), goesOn)
  const late = askedOf(drive, first.id, await drive.jobs.endings())
  await inLanes(AT_ONCE, draws.slice(half), (draw, lane) => sendDraw(drive, draw, { at, asked: late, lane }), goesOn)
  await drive.repeatControl(await drive.control('GET /models'))
}

type Endpoint = { twin: Control; probe: Probe }

async function endpointOf(drive: Driver, name: EndpointName): Promise<Endpoint> {
  const twin = await drive.control(name)
  return { twin, probe: await prober(drive, twin, name, PLAINEST) }
}

type Circumstances = {
  at(name: EndpointName): Promise<Endpoint>
  asked(name: EndpointName): Asked[]
  lane: number
}

async function sendDraw(
  drive: Driver,
  { endpoint: name, kind, way, key: drawnKey, asked, kept }: Draw,
  { at, asked: choicesOf, lane }: Circumstances,
): Promise<void> {
  const { breaks, ways, of: ownKey } = keyMistakes(drive.vault.lengthOf(drawnKey))[kind]!
  if (ownKey && !drive.has(ownKey)) return
  const mistake = ways[way % ways.length]!
  const endpoint = await at(name).catch((error: unknown) => {
    if (error instanceof NotTested) return undefined
    throw error
  })
  if (!endpoint) return
  const { twin, probe } = endpoint
  const choices = choicesOf(name)
  const { what, of, wrong } = choices[asked % choices.length]!
  const broken = mistake.of(of(twin.request))
  if (!broken) return
  const request = madeFrom(drawnKey, broken)
  const from = drawnKey === 'A' || ownKey || !JSON.stringify(broken).includes('{{A') ? '' : `, made from ${drawnKey}`
  const said = `${mistake.what}${from}, ${name}`
  const plain = wrong ? madeFrom(drawnKey, mistake.of(twin.request)!) : request
  const plainly = await probe(wrong ? said : said + what, plain, { breaks })
  if (!plainly) return
  const foils = [plainly]
  if (wrong) await probe(said + what, request, { breaks: 'auth.comes-first', foils })
  if (!kept) return
  const connection = `valid request on connection ${lane + 1}`
  const reading = await drive.control('GET /models')
  const good = { ...reading, request: requestTo(drive.target, 'GET /models', { key: drawnKey }) }
  if (!succeeded(await drive.goodOnConnection(connection, good))) return
  await probe(`${said}, right after a valid request`, plain, { breaks: 'auth.every-request-anew', foils, connection })
}

const asUsual: Asked = { what: '', of: (request) => request }

type Known = { id: string; key: KeyName; status?: string }

function askedOf(drive: Driver, firstId: string, jobs: readonly Known[]): (name: EndpointName) => Asked[] {
  const reads = [...jobs.map(ofJob), ...noJobs(drive, firstId)]
  return (name) => {
    if (name === 'POST /videos') return SUBMISSIONS
    return name === 'GET /videos/{id}' ? reads : READ
  }
}

const READ: Asked[] = [
  asUsual,
  { what: ' with a query', of: (request) => ({ ...request, path: `${request.path}?limit=1&page=2` }) },
  { what: ' with the headers of a browser', of: (request) => withHeader(request, 'Accept', 'text/html') },
  { what: ' with the headers of a cache', of: (request) => withHeader(request, 'If-None-Match', '*') },
]

const posting = (what: string, body: string, headers: readonly Header[] = []): Asked => ({
  what: ` with ${what}`,
  of: (request) => ({
    ...request,
    body,
    headers: [...request.headers.filter(([name]) => headers.every(([other]) => other !== name)), ...headers],
  }),
  wrong: true,
})

const SUBMISSIONS: Asked[] = [
  asUsual,
  posting('an empty object', '{}'),
  posting('no model', '{"prompt":"A paper boat."}'),
  posting('a duration of 61', '{"model":"no-such-model","prompt":"A paper boat.","duration":61}'),
  posting('half a body', '{"model":"'),
  posting('an empty body', ''),
  posting('a list', '[]'),
  posting('plain text', 'A paper boat.', [['Content-Type', 'text/plain']]),
]

function inItsPlace(request: RequestTemplate, id: string): RequestTemplate {
  const folder = request.path.slice(0, request.path.lastIndexOf('/') + 1)
  return { ...request, path: folder + inPath(id) }
}

const ofJob = ({ id, key, status }: Known): Asked => ({
  what: ` of ${status === undefined ? 'an unfinished job' : `a job that has ${status}`} of key ${key}`,
  of: (request) => inItsPlace(request, id),
})

/** Derived from the id of the first job, so the same seed sends the same requests. */
function noJobs(drive: Driver, firstId: string): Asked[] {
  const unknown = [idLike(firstId, drive.configuration.seed + 20)]
  return [...unknown, 'not-a-job', '0', 'a b'].map(
    (id, index): Asked => ({
      what: index < unknown.length ? ' of an unknown id' : ` of the id ${id}`,
      of: (request) => inItsPlace(request, id),
      wrong: true,
    }),
  )
}

const CLAUSES: ClauseId[] = [
  ...keyMistakes(0).map(({ breaks }) => breaks),
  'auth.comes-first',
  'auth.every-request-anew',
]

/** A plain request, one that is also wrong in another way, and two on a kept connection. */
function mostRequests(input: PlanInput): number {
  const isWrong = ({ endpoint, asked }: Draw) =>
    endpoint === 'POST /videos' ? SUBMISSIONS[asked % SUBMISSIONS.length]!.wrong : endpoint === 'GET /videos/{id}'
  const most = (each: Draw) => (isWrong(each) ? 2 : 1) + (each.kept ? 2 : 0)
  return drawn(input).reduce((sum, each) => sum + most(each), 0) + 1
}

const BAD_KEYS: Phase = {
  name: 'requests without a valid key',
  spare: true,
  max: (input) => ({ requests: mostRequests(input) }),
  drive: sendWithoutGoodKeys,
}

export const generatedBadKeys: Rule[] = CLAUSES.map((id) =>
  judgesItsShare(
    {
      id: `${id}/generated`,
      clause: id,
      by: BAD_KEYS.name,
      from: 'standard',
      title: 'returns 401 for generated requests',
      ...(clause(id).needs && { needs: clause(id).needs! }),
      phases: [BAD_KEYS, FOILS],
    },
    isUnauthorized,
    'no request of this kind was generated',
  ),
)
