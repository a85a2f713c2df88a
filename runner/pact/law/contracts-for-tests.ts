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
/** The alias is put in by the state. */
const submitted = (response: Written, rest: Written = {}): Written => {
  const generators = { body: { '$.model': { type: 'ProviderState', expression: '$' } } }
  const { request, ...others } = submit(lawful, response, listed)
  return { ...others, request: { ...(request as Written), generators }, ...rest }
}

const DONE = state('a job that succeeded')
export const FAILED = state('a job that failed')
const done = (body: Written, rules: Written = {}) => poll({ body, matchingRules: { body: rules } }, DONE)
const failed = (body: Written, rules: Written = {}) => poll({ body, matchingRules: { body: rules } }, FAILED)

/** What is not promised, as `standing pointer`; where nothing stands, all of it is promised. */
export const TABLE: Row[] = [
  ['a reading by its status', read('/models'), []],
  ['a reading by any success', read('/usage', { matchingRules: inClass('success') }), []],
  ['a reading with 202', read('/usage', { status: 202 }), ['beyond /response/status']],
  ['a reading that is refused', read('/capacity', { status: 503 }), ['against /response/status']],
  [
    'an exact number of models',
    read('/models', { body: { models: [{ id: 'film-1' }] } }),
    ['against /response/body/models', 'beyond /response/body/models/0/id'],
  ],
  [
    'any number of models',
    read('/models', {
      body: { models: [{ id: 'film-1' }] },
      matchingRules: { body: { '$.models': matching({ match: 'type', min: 1 }) } },
    }),
    ['beyond /response/body/models/0/id'],
  ],
  [
    'at most so many models',
    read('/models', {
      body: { models: ['film-1'] },
      matchingRules: { body: { '$.models': matching({ match: 'type', max: 3 }) } },
    }),
    ['against /response/body/models', 'beyond /response/body/models/0'],
  ],
  ['credits to the cent', read('/billing/balance', { body: { credits: 12.5 } }), ['against /response/body/credits']],
  [
    'some number of credits',
    read('/billing/balance', {
      body: { credits: 12.5 },
      matchingRules: { body: { '$.credits': matching({ match: 'decimal' }) } },
    }),
    ['beyond /response/body/credits'],
  ],
  ['an accepted submission', submitted({ status: 202 }), []],
  ['an alias of one server', submit(lawful, { status: 202 }), ['beyond /request/body/model']],
  ['an accepted submission with 200', submitted({ status: 200 }), ['against /response/status']],
  ['an accepted submission with 201', submitted({ status: 201 }), ['against /response/status']],
  ['an exact id', submitted({ status: 202, body: { id: 'b7' } }), ['against /response/body/id']],
  [
    'an id at a place, and a status beside it',
    submitted({ status: 202, body: { id: 'b7', status: 'queued' }, matchingRules: { body: { '$.id': type } } }),
    ['beyond /response/body/id', 'beyond /response/body/status'],
  ],
  [
    'a body without prompt that is accepted',
    submit({ model: 'film-1' }, { status: 202 }, listed),
    ['against /response/status'],
  ],
  ['a refusal with just 400', submit({ model: 'film-1' }, { status: 400 }, listed), ['beyond /response/status']],
  [
    'a refusal with some 4xx',
    submit({ model: 'film-1' }, { status: 400, matchingRules: inClass('clientError') }, listed),
    [],
  ],
  ['a lawful body that is refused', submitted({ status: 422 }), ['against /response/status']],
  [
    'an alias that nobody lists',
    submit(
      { ...lawful, model: 'no-such' },
      { status: 400, matchingRules: inClass('clientError') },
      state('an alias that is not listed'),
    ),
    [],
  ],
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
    'a wait of seven seconds',
    submitted({ status: 429, headers: { 'Retry-After': '7' } }, state('no room for another job')),
    ['against /response/headers/Retry-After'],
  ],
  [
    'any wait',
    submitted(
      { status: 429, headers: { 'Retry-After': '7' }, matchingRules: { header: { 'Retry-After': regex('^\\d+$') } } },
      state('no room for another job'),
    ),
    [],
  ],
  [
    'a wait until a date',
    submitted(
      {
        status: 429,
        headers: { 'Retry-After': 'Wed, 21 Oct 2037 07:28:00 GMT' },
        matchingRules: { header: { 'Retry-After': regex('GMT$') } },
      },
      state('no room for another job'),
    ),
    ['against /response/headers/Retry-After'],
  ],
  ['no room with 503', submitted({ status: 503 }, state('no room for another job')), ['against /response/status']],
  ['no key', { request: { method: 'GET', path: '/models' }, response: { status: 401 } }, []],
  [
    'no key, and the wrong word for it',
    { request: { method: 'GET', path: '/models' }, response: { status: 401, body: { code: 'not_found' } } },
    ['against /response/body/code'],
  ],
  [
    'no key, and let in',
    { request: { method: 'GET', path: '/models' }, response: { status: 200 } },
    ['against /response/status'],
  ],
  [
    'no key, with 403',
    { request: { method: 'GET', path: '/models' }, response: { status: 403 } },
    ['against /response/status'],
  ],
  ['an id that no job has', poll({ status: 404 }, state('an id that no job has')), []],
  ['an id that no job has, with 410', poll({ status: 410 }), ['against /response/status']],
  [
    "another account's job, with 403",
    poll({ status: 403 }, state("another account's job")),
    ['against /response/status'],
  ],
  ['an id that no job has, with 200', poll({}, state('an id that no job has')), ['against /response/status']],
  ['no such job, with 410', poll({ status: 410 }, state('no such job')), ['against /response/status']],
  ["another account's job, with 200", poll({}, state('a key of another account')), ['against /response/status']],
  ['a job that succeeded, with 404', poll({ status: 404 }, DONE), ['against /response/status']],
  [
    'a parameter that has the job not exist, with 200',
    poll({}, { providerStates: [{ name: 'a job', params: { exists: false } }] }),
    ['against /response/status'],
  ],
  [
    'a key that was never issued, with 200',
    { ...read('/usage'), ...state('a key that was never issued') },
    ['against /response/status'],
  ],
  ['a revoked key, with 200', { ...read('/usage'), ...state('a revoked key') }, ['against /response/status']],
  [
    'a valid key, with 401',
    { ...read('/usage', { status: 401 }), ...state('a valid key') },
    ['against /response/status'],
  ],
  ['room for another job, with 202', submitted({ status: 202 }, state('there is room for another job')), []],
  ['a job that succeeded', done({ status: 'succeeded', url: 'https://a.test/1.mp4' }, { '$.url': type }), []],
  ['an exact url', done({ status: 'succeeded', url: 'https://a.test/1.mp4' }), ['against /response/body/url']],
  [
    'a url of one host',
    done({ status: 'succeeded', url: 'https://a.test/1.mp4' }, { '$.url': regex('^https://a\\.test/.*') }),
    ['beyond /response/body/url'],
  ],
  [
    'the beginning of a url, which Pact compares with all of it',
    done({ status: 'succeeded', url: 'https://a.test/1.mp4' }, { '$.url': regex('^https?://') }),
    ['against /response/body/url'],
  ],
  [
    'a progress that nobody promised',
    done({ status: 'succeeded', progress: 100 }, { '$.progress': matching({ match: 'integer' }) }),
    ['beyond /response/body/progress'],
  ],
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
    'a running job and either stage',
    poll(
      {
        body: { status: 'running', stage: 'enhancing' },
        matchingRules: { body: { '$.stage': regex('^(generating|enhancing)$') } },
      },
      state('a job that is running'),
    ),
    [],
  ],
  [
    'a running job and one stage',
    poll({ body: { status: 'running', stage: 'enhancing' } }, state('a job that is running')),
    ['against /response/body/stage'],
  ],
  [
    'a queued job and its stage',
    poll(
      { body: { status: 'queued', stage: 'generating' }, matchingRules: { body: { '$.stage': type } } },
      state('a job that is queued'),
    ),
    ['beyond /response/body/stage'],
  ],
  [
    'the exact message of a failed job',
    failed({ status: 'failed', error: { code: 'oom', message: 'Out of memory.' } }, { '$.error.code': type }),
    ['against /response/body/error/message'],
  ],
  [
    'a failed job, compared by kind from the error down',
    failed({ status: 'failed', error: { code: 'oom', message: 'Out of memory.' } }, { '$.error': type }),
    [],
  ],
  ['an error that is a text', failed({ status: 'failed', error: 'oom' }), ['against /response/body/error']],
  ['the id as text', done({ status: 'succeeded', id: '7' }, { '$.id': type }), ['beyond /response/body/id']],
  ['a list in place of a job', poll({ body: [] }, DONE), ['against /response/body']],
  [
    'one label of JSON',
    poll({ headers: { 'Content-Type': 'application/json' }, body: { status: 'succeeded' } }, DONE),
    ['beyond /response/headers/Content-Type'],
  ],
  ['a page', poll({ headers: { 'Content-Type': 'text/html' } }, DONE), ['against /response/headers/Content-Type']],
  ['another header', read('/models', { headers: { 'X-Request-Id': '1' } }), ['beyond /response/headers/X-Request-Id']],
  ['what is no endpoint', read('/jobs'), ['beyond /request/path']],
  ['paths with the version before them', read('/v1/usage'), []],
]
