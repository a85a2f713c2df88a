export type Written = Record<string, unknown>
type Row = [title: string, interaction: Written, expected: string[]]

const KEY = { Authorization: 'Bearer cl_mine' }
const matching = (match: Written) => ({ matchers: [match] })
const type = matching({ match: 'type' })
const regex = (pattern: string) => matching({ match: 'regex', regex: pattern })
const inClass = (status: string) => ({ status: { $: matching({ match: 'statusCode', status }) } })
export const state = (...names: string[]) => ({ providerStates: names.map((name) => ({ name })) })

export const poll = (response: Written, rest: Written = {}): Written => ({
  request: { method: 'GET', path: '/videos/7', headers: KEY },
  response: { status: 200, ...response },
  ...rest,
})
export const read = (path: string, response: Written = {}): Written => ({
  request: { method: 'GET', path, headers: KEY },
  response: { status: 200, ...response },
})
const submit = (body: unknown, response: Written, rest: Written = {}): Written => ({
  request: { method: 'POST', path: '/videos', headers: KEY, body },
  response,
  ...rest,
})
const listed = { ...state('an alias is listed') }
const lawful = { model: 'film-1', prompt: 'A boat.' }
/** The provider state fills in the alias. */
const submitted = (response: Written, rest: Written = {}): Written => {
  const generators = { body: { '$.model': { type: 'ProviderState', expression: '$' } } }
  const { request, ...others } = submit(lawful, response, listed)
  return { ...others, request: { ...(request as Written), generators }, ...rest }
}

const DONE = state('a job that succeeded')
export const FAILED = state('a job that failed')
const done = (body: Written, rules: Written = {}) => poll({ body, matchingRules: { body: rules } }, DONE)
const failed = (body: Written, rules: Written = {}) => poll({ body, matchingRules: { body: rules } }, FAILED)

/** `expected`: the parts that are not promised, as `standing pointer`. */
export const TABLE: Row[] = [
  ['a reading by its status', read('/models'), []],
  ['a reading by any success', read('/usage', { matchingRules: inClass('success') }), []],
  ['a reading that is refused', read('/capacity', { status: 503 }), ['against /response/status']],
  [
    'an exact number of models',
    read('/models', { body: { models: [{ id: 'film-1' }] } }),
    ['against /response/body/models', 'beyond /response/body/models/0/id'],
  ],
  ['credits to the cent', read('/billing/balance', { body: { credits: 12.5 } }), ['against /response/body/credits']],
  ['an accepted submission', submitted({ status: 202 }), []],
  ['an alias of one server', submit(lawful, { status: 202 }), ['beyond /request/body/model']],
  ['an accepted submission with 200', submitted({ status: 200 }), ['against /response/status']],
  ['an exact id', submitted({ status: 202, body: { id: 'b7' } }), ['against /response/body/id']],
  ['a refusal with just 400', submit({ model: 'film-1' }, { status: 400 }, listed), ['beyond /response/status']],
  [
    'a refusal with some 4xx',
    submit({ model: 'film-1' }, { status: 400, matchingRules: inClass('clientError') }, listed),
    [],
  ],
  ['a lawful body that is refused', submitted({ status: 422 }), ['against /response/status']],
  [
    'the text of a refusal',
    submit(
      { ...lawful, duration: 61 },
      {
        status: 400,
        matchingRules: inClass('clientError'),
        body: { error: { code: 'invalid_request', message: 'Too long.' } },
      },
    ),
    ['beyond /response/body/error/code', 'against /response/body/error/message'],
  ],
  [
    'any wait',
    submitted(
      { status: 429, headers: { 'Retry-After': '7' }, matchingRules: { header: { 'Retry-After': regex('^\\d+$') } } },
      state('no room for another job'),
    ),
    [],
  ],
  ['no room with 503', submitted({ status: 503 }, state('no room for another job')), ['against /response/status']],
  ['no key', { request: { method: 'GET', path: '/models' }, response: { status: 401 } }, []],
  [
    'no key, and let in',
    { request: { method: 'GET', path: '/models' }, response: { status: 200 } },
    ['against /response/status'],
  ],
  ['an id that no job has', poll({ status: 404 }, state('an id that no job has')), []],
  [
    "another account's job, with 403",
    poll({ status: 403 }, state("another account's job")),
    ['against /response/status'],
  ],
  ['an id that no job has, with 200', poll({}, state('an id that no job has')), ['against /response/status']],
  ['a revoked key, with 200', { ...read('/usage'), ...state('a revoked key') }, ['against /response/status']],
  ['a job that succeeded', done({ status: 'succeeded', url: 'https://a.test/1.mp4' }, { '$.url': type }), []],
  ['an exact url', done({ status: 'succeeded', url: 'https://a.test/1.mp4' }), ['against /response/body/url']],
  ['a status that no state is said for', poll({ body: { status: 'queued' } }), ['against /response/body/status']],
  [
    'a status of any of the four',
    poll({
      body: { status: 'queued' },
      matchingRules: { body: { '$.status': regex('^(queued|running|succeeded|failed)$') } },
    }),
    [],
  ],
  ['a status of nobody', poll({ body: { status: 'completed' } }, DONE), ['against /response/body/status']],
  [
    'the exact message of a failed job',
    failed({ status: 'failed', error: { code: 'oom', message: 'Out of memory.' } }, { '$.error.code': type }),
    ['against /response/body/error/message'],
  ],
  ['the id as text', done({ status: 'succeeded', id: '7' }, { '$.id': type }), ['beyond /response/body/id']],
  ['a list in place of a job', poll({ body: [] }, DONE), ['against /response/body']],
  ['a page', poll({ headers: { 'Content-Type': 'text/html' } }, DONE), ['against /response/headers/Content-Type']],
  ['another header', read('/models', { headers: { 'X-Request-Id': '1' } }), ['beyond /response/headers/X-Request-Id']],
  ['what is no endpoint', read('/jobs'), ['beyond /request/path']],
  ['paths with the version before them', read('/v1/usage'), []],
]
