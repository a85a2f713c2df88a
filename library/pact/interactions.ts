import type { Pact } from '@pact-foundation/pact'
import { STATE_OF, STATES } from '../../engine/pact/states.ts'
import { type EndpointName, endpoint } from '../../spec/endpoints.ts'
import { ERROR_CODES, FIELDS, STAGES, type Status } from '../../spec/words.ts'
import {
  ANY_JSON,
  ANY_URL,
  anyKey,
  anyRecord,
  fieldMatcher,
  inClass,
  like,
  oneOf,
  type Path,
  pathOfAJob,
  SECONDS,
  type StatusExpected,
} from './matchers.ts'

/** Response body of Pact's mock server where the specification leaves it open; not part of the contract. */
export type Shown = { answer?: Record<string, unknown> }

export type Body = { [name: string]: unknown }

/** One of the six endpoints, such as `GET /models`. */
export type Endpoint = EndpointName

type Unconfigured = ReturnType<Pact['addInteraction']>
/** Ready for `executeTest`. */
export type ReadyMade = ReturnType<ReturnType<Unconfigured['withRequest']>['willRespondWith']>

type Request = { given: readonly string[]; title: string; method?: string; path: string | Path; body?: unknown }
type Key = 'any' | 'none'
type Expected = { status: number | StatusExpected; headers?: Record<string, Path>; body?: unknown }

const KEY = 'cl_a-client'
const ID = 'b7d1c2f0'
const ALIAS = 'film-1'
const PLAIN: Body = { model: ALIAS, prompt: 'A paper boat.', duration: FIELDS.duration.least }

/**
 * Interactions for a client's Pact tests. Each sets up a mock response and an interaction of the contract that
 * requires only specified behaviour.
 */
export class Interactions {
  readonly #pact: Pick<Pact, 'addInteraction'>

  constructor(pact: Pick<Pact, 'addInteraction'>) {
    this.#pact = pact
  }

  /** 202. `body`: the submission; `answer`: the response body with the job id. */
  submissionAccepted(body: Body = PLAIN, { answer = { id: ID } }: Shown = {}): ReadyMade {
    const given = [STATES.alias, ...('image_url' in body ? [STATES.image] : [])]
    return this.#submission({ given, title: `a submission of ${describeBody(body)} that is accepted` }, body, {
      status: endpoint('POST /videos').success!,
      body: anyRecord(answer),
    })
  }

  /** Any 4xx. Default body: neither prompt nor image */
  submissionRefused(body: Body = { model: ALIAS }, { answer }: Shown = {}): ReadyMade {
    const exact = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, name === 'model' ? fieldMatcher(name, value) : value]),
    )
    const request = { given: [STATES.alias], title: `a submission of ${describeBody(body)} that is refused` }
    return this.#submission(request, exact, { status: inClass('clientError', 400), ...shown(answer) }, false)
  }

  /** 429 with Retry-After in seconds. */
  submissionAtCapacity(seconds = 7, body: Body = PLAIN, { answer }: Shown = {}): ReadyMade {
    const request = { given: [STATES.alias, STATES.noRoom], title: `a submission of ${describeBody(body)} at capacity` }
    return this.#submission(request, body, {
      status: ERROR_CODES.capacity_exceeded,
      headers: { 'Retry-After': SECONDS(seconds) },
      ...shown(answer),
    })
  }

  jobQueued(): ReadyMade {
    return this.#poll('queued', {})
  }

  jobRunning(stage: (typeof STAGES)[number] = STAGES[0]): ReadyMade {
    return this.#poll('running', { stage: oneOf(STAGES, stage) })
  }

  jobSucceeded(url = 'https://videos.example/b7d1c2f0.mp4'): ReadyMade {
    return this.#poll('succeeded', { url: ANY_URL(url) })
  }

  jobFailed(error = { code: 'generation_failed', message: 'No video.' }): ReadyMade {
    return this.#poll('failed', { error: { code: like(error.code), message: like(error.message) } })
  }

  /** 404. */
  jobUnknown({ answer }: Shown = {}): ReadyMade {
    return this.#ask(
      { given: [STATES.unknownId], title: 'a poll of an id that no job has', path: pathOfAJob(ID) },
      { status: ERROR_CODES.not_found, ...shown(answer) },
    )
  }

  /** 404, as for an unknown job. */
  jobOfAnotherAccount({ answer }: Shown = {}): ReadyMade {
    return this.#ask(
      {
        given: [STATE_OF.succeeded, STATES.otherAccount],
        title: "a poll of another account's job",
        path: pathOfAJob(ID),
      },
      { status: ERROR_CODES.not_found, ...shown(answer) },
    )
  }

  models(showing: Shown = {}): ReadyMade {
    return this.#reading('GET /models', showing)
  }

  usage(showing: Shown = {}): ReadyMade {
    return this.#reading('GET /usage', showing)
  }

  capacity(showing: Shown = {}): ReadyMade {
    return this.#reading('GET /capacity', showing)
  }

  balance(showing: Shown = {}): ReadyMade {
    return this.#reading('GET /billing/balance', showing)
  }

  /** 401 at any endpoint. */
  withoutKey(name: Endpoint = 'GET /models', { answer }: Shown = {}): ReadyMade {
    const request = { given: [], title: `${name} without a key`, ...requestFor(name) }
    return this.#ask(request, { status: ERROR_CODES.unauthorized, ...shown(answer) }, 'none')
  }

  withUnknownKey(name: Endpoint = 'GET /models', { answer }: Shown = {}): ReadyMade {
    const request = { given: [STATES.unknownKey], title: `${name} with a key that was never issued` }
    return this.#ask({ ...request, ...requestFor(name) }, { status: ERROR_CODES.unauthorized, ...shown(answer) })
  }

  withRevokedKey(name: Endpoint = 'GET /models', { answer }: Shown = {}): ReadyMade {
    const request = { given: [STATES.revokedKey], title: `${name} with a revoked key` }
    return this.#ask({ ...request, ...requestFor(name) }, { status: ERROR_CODES.unauthorized, ...shown(answer) })
  }

  #submission(about: Pick<Request, 'given' | 'title'>, body: Body, expected: Expected, matched = true): ReadyMade {
    const sent = matched
      ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, fieldMatcher(name, value)]))
      : body
    return this.#ask({ ...about, ...requestFor('POST /videos'), body: sent }, expected)
  }

  #poll(status: Status, promised: object): ReadyMade {
    const title = `a poll of ${STATE_OF[status]}`
    return this.#ask(
      { given: [STATE_OF[status]], title, path: pathOfAJob(ID) },
      { status: inClass('success', 200), body: { status, ...promised } },
    )
  }

  #reading(name: Endpoint, { answer }: Shown): ReadyMade {
    const { path } = endpoint(name)
    return this.#ask(
      { given: [], title: `a read of ${path}`, path },
      { status: inClass('success', 200), ...shown(answer) },
    )
  }

  #ask({ given, title, method = 'GET', path, body }: Request, expected: Expected, key: Key = 'any'): ReadyMade {
    const begun = given.reduce((each, state) => each.given(state), this.#pact.addInteraction())
    return begun
      .uponReceiving(title)
      .withRequest(method, path, (request) => {
        if (key === 'any') request.headers({ Authorization: anyKey(KEY) })
        if (body !== undefined) request.jsonBody(body)
      })
      .willRespondWith(expected.status, (response) => {
        const { headers = {}, body: answer } = expected
        response.headers({ ...headers, ...(answer !== undefined && { 'Content-Type': ANY_JSON }) })
        if (answer !== undefined) response.jsonBody(answer)
      })
  }
}

function requestFor(name: Endpoint): Pick<Request, 'path' | 'method' | 'body'> {
  const { method, path } = endpoint(name)
  if (name === 'GET /videos/{id}') return { path: pathOfAJob(ID) }
  if (method === 'GET') return { path }
  return { method, path, body: Object.fromEntries(Object.entries(PLAIN).map(([field, value]) => [field, like(value)])) }
}

const shown = (answer: object | undefined) => (answer === undefined ? {} : { body: anyRecord(answer) })

/** Names texts but not their values: interactions of equal descriptions are one. */
function describeBody(body: Body): string {
  const fields = Object.entries(body).filter(([name]) => name !== 'model')
  const words = fields.map(([name, value]) => (TEXTS.has(name) ? name : `${name} ${JSON.stringify(value)}`))
  return words.length > 0 ? words.join(', ') : 'nothing to show'
}

const TEXTS: ReadonlySet<string> = new Set(['prompt', 'image_url'])
