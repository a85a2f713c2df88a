import type { RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { FOILS as FOILS_OF_ALL } from '../../engine/history/entry/senders.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { requestTo, withAuthorization, withHeader } from '../../engine/http/requests.ts'
import { type Experiment, experiment } from '../../engine/judge/check.ts'
import { isNotAccepted, isUnauthorized } from '../../engine/judge/expectations.ts'
import { judgeProbes, undecided } from '../../engine/judge/probes.ts'
import { inconclusive, skip } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Control } from '../../engine/run/controls.ts'
import type { Driver } from '../../engine/run/driver.ts'
import type { Phase, PlanInput } from '../../engine/run/phase.ts'
import { fitsAGoodBody, fitsUnexpected } from '../../engine/run/planning/fits.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { EndpointName } from '../../spec/endpoints.ts'
import { ENDPOINT_COUNT, endpointsTried, forEveryEndpoint, GET_ENDPOINTS, prober, probing } from '../every-endpoint.ts'
import { idLike } from '../inputs/ids.ts'
import { everyCharacterChanged, keyMistakesAgainst, type Malformation, withInvisibleInside } from '../inputs/keys.ts'

/** A server that accepts these accepts everything. Their own clauses report that, so the others do not repeat it. */
export const PLAINEST: readonly Malformation[] = [
  ...keyMistakesAgainst('auth.header-required'),
  ...keyMistakesAgainst('auth.unknown-key').slice(0, 1),
]

/** The plainest mistakes at every endpoint, sent once for all checks that compare with them. */
export const FOILS: Phase = {
  name: FOILS_OF_ALL,
  max: (input) => ({
    requests: input.configuration.profile === 'smoke' ? 0 : endpointsTried(input).length * PLAINEST.length + 1,
  }),
  async drive(drive) {
    if (drive.configuration.profile === 'smoke') return
    await forEveryEndpoint(drive, async (twin, name) => void (await prober(drive, twin, name, PLAINEST)))
  },
}

type Refusal = Pick<Experiment, 'clause' | 'title'> & Partial<Pick<Experiment, 'needs' | 'from'>>

/** Every malformation on every endpoint returns 401. */
export function refusedEverywhere(about: Refusal, plainer: readonly Malformation[] = PLAINEST): Experiment {
  const malformations = (keyLength: number) => keyMistakesAgainst(about.clause, keyLength)
  return experiment({
    id: about.clause,
    suite: 'auth',
    ...about,
    besides: plainer.length > 0 ? [FOILS] : [],
    max: (input) => ({ requests: mostProbes(input, malformations(input.lengthOf('A')), plainer) }),
    drive: (drive) => onEveryEndpoint(drive, malformations(drive.vault.lengthOf('A')), plainer),
    judge: (evidence) => judgeProbes(evidence, isUnauthorized),
  })
}

const ONE_ENDPOINT: readonly EndpointName[] = ['GET /videos/{id}']

/** The smoke profile sends the plainest mistake to every endpoint, and one mistake of each other kind to one endpoint. */
async function onEveryEndpoint(
  drive: Driver,
  malformations: readonly Malformation[],
  plainer: readonly Malformation[],
): Promise<void> {
  const isSmoke = drive.configuration.profile === 'smoke'
  const endpoints = isSmoke && plainer.length > 0 ? ONE_ENDPOINT : undefined
  const tried = isSmoke ? malformations.slice(0, 1) : malformations
  await forEveryEndpoint(
    drive,
    async (twin, name) => {
      const probe = await prober(drive, twin, name, isSmoke ? [] : plainer)
      for (const { what, of } of drive.asTimeAllows(tried)) {
        const broken = of(twin.request)
        if (broken) await probe(`${what}, ${name}`, broken)
      }
    },
    endpoints,
  )
}

function mostProbes(input: PlanInput, malformations: readonly Malformation[], plainer: readonly Malformation[]) {
  const { target, configuration } = input
  if (configuration.profile === 'smoke') return plainer.length > 0 ? ONE_ENDPOINT.length : ENDPOINT_COUNT
  const good = endpointsTried(input).map(({ name }) => requestTo(target, name, { id: 'job', body: '{}' }))
  // One more for the control request at the end.
  return good.flatMap((request) => malformations.flatMap(({ of }) => of(request) ?? [])).length + 1
}

const ROUNDS = 3
/** Valid and invalid in turn, all at once. */
const IN_A_ROUND = { valid: 3, invalid: 2 }

/** Finds servers that keep the caller in shared state. */
export function besideGoodRequests(about: { clause: ClauseId; title: string }, { what, of }: Malformation): Experiment {
  const each = IN_A_ROUND.valid + IN_A_ROUND.invalid
  return probing({
    id: `${about.clause}/parallel`,
    suite: 'auth',
    from: 'standard',
    // Which requests overlap is random.
    byChance: true,
    ...about,
    max: () => ({ requests: GET_ENDPOINTS.length * ROUNDS * each + 1 }),
    endpoints: GET_ENDPOINTS,
    async probe(drive, twin, name) {
      const broken = of(twin.request)
      if (!broken) return
      const bad = () => drive.probe(`${what}, ${name}, while valid requests are in flight`, twin, broken)
      for (let round = 0; round < ROUNDS; round++) {
        await Promise.all(
          Array.from({ length: each }, (_, turn) => (turn % 2 === 0 ? drive.repeatControl(twin) : bad())),
        )
      }
    },
    expected: isUnauthorized,
  })
}

const BAD_KEYS: [string, string[]][] = [
  ['no header', []],
  ['an unknown key', ['Bearer {{U}}']],
]

const BAD_BODIES: [string, string][] = [
  ['an empty body', ''],
  ['a body that is not JSON', '{"model": '],
  ['an empty object', '{}'],
  ['a value out of range', '{"model":"no-such-model","prompt":"","duration":0}'],
]

export const comesFirst = probing({
  clause: 'auth.comes-first',
  suite: 'auth',
  from: 'standard',
  title: 'checks the key before the body and the job id',
  besides: [FOILS],
  max: (input) => {
    const bodies = BAD_BODIES.filter(([, body]) => fitsUnexpected(input)(body))
    const [asText, wrongId] = [fitsAGoodBody(input) ? 1 : 0, 1]
    return { requests: BAD_KEYS.length * (bodies.length + asText + wrongId) + 1 }
  },
  endpoints: ['POST /videos', 'GET /videos/{id}'],
  async probe(drive, twin, name) {
    const probe = await prober(drive, twin, name, PLAINEST)
    for (const [key, authorization] of BAD_KEYS) {
      for (const [what, request] of drive.asTimeAllows(await otherwiseWrong(drive, twin))) {
        await probe(`${key} and ${what}`, withAuthorization(request, ...authorization))
      }
    }
  },
  expected: isUnauthorized,
})

async function otherwiseWrong(drive: Driver, { request }: Control): Promise<[string, RequestTemplate][]> {
  if (request.method === 'POST') {
    const typed = BAD_BODIES.map(([what, body]): [string, RequestTemplate] => [what, { ...request, body }])
    return [
      ...typed,
      ['a body with Content-Type text/plain', { ...request, headers: [['Content-Type', 'text/plain']] }],
    ]
  }
  const job = await drive.jobs.first()
  const unknown = requestTo(drive.target, 'GET /videos/{id}', { id: idLike(job.id, drive.configuration.seed) })
  return [['an unknown id', unknown]]
}

/** A client with the cookies of earlier responses and no key has no credentials. */
export const cookiesOfTheServer = experiment({
  id: 'auth.only-the-header-counts/cookies',
  clause: 'auth.only-the-header-counts',
  suite: 'auth',
  title: 'returns 401 for a request that has only the cookies of earlier responses, and no key',
  from: 'standard',
  // Most servers set none; then the other checks of the clause decide.
  byChance: true,
  besides: [FOILS],
  max: (input) => ({ requests: endpointsTried(input).length + 1 }),
  drive(drive) {
    const jar = new Map<string, string>()
    return forEveryEndpoint(drive, async (twin, name) => {
      for (const [header, line] of twin.exchange.answer?.headers ?? []) {
        const [, cookie, value] = header.toLowerCase() === 'set-cookie' ? (/^([^=;]+)=([^;]*)/.exec(line) ?? []) : []
        if (cookie !== undefined) jar.set(cookie.trim(), value!.trim())
      }
      if (jar.size === 0) return
      const probe = await prober(drive, twin, name, PLAINEST)
      const cookies = [...jar].map((pair) => pair.join('=')).join('; ')
      const broken = withHeader(withAuthorization(twin.request), 'Cookie', cookies)
      await probe(`no key, with the cookies of earlier responses, ${name}`, broken)
    })
  },
  judge: (evidence) => judgeProbes(evidence, isUnauthorized, 'no successful response set a cookie'),
})

/** Endpoints usually share the code that compares keys, so one endpoint is enough. */
export const everyCharacter = probing({
  id: 'auth.whole-key-compared/each-character',
  clause: 'auth.whole-key-compared',
  suite: 'auth',
  title: 'returns 401 for a key with any single character changed',
  from: 'standard',
  besides: [FOILS],
  max: ({ lengthOf }) => ({ requests: everyCharacterChanged(lengthOf('A')).length + 1 }),
  endpoints: ['GET /models'],
  async probe(drive, twin, name) {
    const probe = await prober(drive, twin, name, PLAINEST)
    for (const { what, of } of drive.asTimeAllows(everyCharacterChanged(drive.vault.lengthOf('A')))) {
      await probe(what, of(twin.request)!)
    }
  },
  expected: isUnauthorized,
})

/** Something in front of the server may refuse bytes beyond ASCII in its own way, so any response but 2xx passes. */
export const invisibleInside = probing({
  id: 'auth.whole-key-compared/invisible-characters',
  clause: 'auth.whole-key-compared',
  suite: 'auth',
  title: 'returns 401 for a key with invisible characters inside',
  from: 'standard',
  // A proxy may drop such a request; then the other checks of the clause decide.
  byChance: true,
  besides: [FOILS],
  max: ({ lengthOf }) => ({ requests: GET_ENDPOINTS.length * withInvisibleInside(lengthOf('A')).length + 1 }),
  endpoints: GET_ENDPOINTS,
  async probe(drive, twin, name) {
    const probe = await prober(drive, twin, name, PLAINEST, isNotAccepted)
    for (const { what, of } of drive.asTimeAllows(withInvisibleInside(drive.vault.lengthOf('A'))))
      await probe(`${what}, ${name}`, of(twin.request)!)
  },
  judge(evidence) {
    const exchanges = evidence.exchanges.filter((each) => each.purpose.part !== 'probe' || !undecided(each))
    if (!exchanges.some(({ purpose }) => purpose.part === 'probe')) return skip('no such request got a usable response')
    return judgeProbes({ ...evidence, exchanges }, isNotAccepted)
  },
})

type Turn = { what: string; authorization: string[]; good: number; of?: KeyName }

/** In this order: the valid requests before the second turn also show that the wrong key before them had no effect. */
const TURNS: Turn[] = [
  { what: 'an unknown key right after a valid one', authorization: ['Bearer {{U}}'], good: 1 },
  { what: 'no header right after a valid key', authorization: [], good: 1 },
  { what: 'a revoked key right after a valid one', authorization: ['Bearer {{R}}'], good: 1, of: 'R' },
  { what: 'no header after many valid keys', authorization: [], good: 3 },
]

const turnsWith = (has: (key: KeyName) => boolean) => TURNS.filter(({ of }) => of === undefined || has(of))

/** A valid submission would cost a job, so a GET is the valid request on that connection. */
export const keptConnection = probing({
  clause: 'auth.every-request-anew',
  suite: 'auth',
  from: 'standard',
  title: 'checks the key of every request on a kept-alive connection',
  besides: [FOILS],
  max(input) {
    const turns = turnsWith((key) => input.keys.includes(key))
    const good = turns.reduce((sum, turn) => sum + turn.good, 0)
    return { requests: ENDPOINT_COUNT * good + endpointsTried(input).length * turns.length + 1 }
  },
  async probe(drive, twin, name) {
    const good = twin.request.method === 'GET' ? twin : await drive.control('GET /models')
    const probe = await prober(drive, twin, name, PLAINEST)
    for (const { what, authorization, good: times } of turnsWith((key) => drive.has(key))) {
      let before = await drive.goodOnConnection(name, good)
      for (let time = 1; time < times; time++) before = await drive.goodOnConnection(name, good)
      if (!succeeded(before)) drive.gap(`${what}, ${name}`, 'the valid request before it did not succeed')
      else await probe(`${what}, ${name}`, withAuthorization(twin.request, ...authorization), { connection: name })
    }
  },
  judge(evidence) {
    const verdict = judgeProbes(evidence, isUnauthorized)
    if (verdict.verdict !== 'pass') return verdict
    const probes = evidence.exchanges.filter((each) => each.purpose.part === 'probe')
    const carriers = new Set(
      evidence.exchanges.filter((each) => each.purpose.part === 'twin').map((each) => each.connection),
    )
    const kept = probes.filter((each) => each.connection !== undefined && carriers.has(each.connection))
    if (kept.length > 0)
      return { ...verdict, remark: `${kept.length} of ${probes.length} probes used the kept-alive connection` }
    const closed = evidence.exchanges.every((each) => each.answer !== undefined)
    return closed
      ? { ...verdict, remark: 'the server closes every connection after one request' }
      : inconclusive('no probe used the connection of a valid request')
  },
})
