import { STAGES, STATUSES, type Status } from '../../../spec/words.ts'
import { STATE_OF } from '../states.ts'
import { type Demand, demandsIn, matches, tookTooLong } from './demand.ts'
import { against, beyond, type Expected, type Part, promised } from './part.ts'
import { unlessTooSlow } from './unspecified.ts'

/** Texts that a conforming server may return. An expectation that matches all of them matches any. */
const URLS = [
  'https://videos.example/b7d1c2f0.mp4',
  'http://10.0.0.7:8080/v/1?sig=a%2Fb&expires=1',
  'https://cdn.example',
]
const CODES = ['generation_failed', 'E-42', 'content policy', 'ERR_OOM']
const MESSAGES = ['No video.', 'Die Vorlage konnte nicht gelesen werden', 'x']

/** Expectations about the record of a job. `said`: the statuses that its provider states name. */
export function partsOfAJob({ value, pointer, rules }: Expected, said: readonly Status[]): Part[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [
      against(pointer, 'the response to a poll is not a JSON object; the specification requires one', {
        clauses: ['jobs.poll-answers-an-object'],
        instead: 'a record with a status',
      }),
    ]
  const demands = demandsIn(value, rules)
  const shows = statusesMatched(demands, said)
  return demands.flatMap((demand) =>
    partOf(demand, `${pointer}${demand.pointer}`, { shows, said }).map((part) => unlessTooSlow(part, demand)),
  )
}

type States = { shows: readonly Status[]; said: readonly Status[] }

function statusesMatched(demands: readonly Demand[], said: readonly Status[]): readonly Status[] {
  const demand = demands.find(({ place }) => place === '/status')
  const matched = demand && STATUSES.filter((status) => matches(demand, status) !== false)
  if (!matched || tookTooLong(demand)) return said.length > 0 ? said : STATUSES
  return matched
}

function partOf(demand: Demand, at: string, states: States): Part[] {
  if (demand.by !== 'exactly' && typeof demand.example === 'string' && matches(demand, demand.example) === false)
    return [
      against(at, 'the pattern does not match its own example: Pact matches whole texts, not parts of them', {
        instead: 'a pattern that matches the whole text, for example with .* at its end',
      }),
    ]
  const onlyIn = (status: Status) => states.shows.length === 1 && states.shows[0] === status
  switch (demand.place) {
    case '':
      return []
    case '/id':
      return [ofTheId(demand, at)]
    case '/status':
      return [ofTheStatus(at, states)]
    case '/stage':
      return [ofTheStage(demand, at, states)]
    case '/url':
      return onlyIn('succeeded') ? [ofTheUrl(demand, at)] : [notRequired('url', at, 'succeeded')]
    case '/error':
      if (!onlyIn('failed')) return [notRequired('error', at, 'failed')]
      if (typeof demand.example === 'object' && demand.example !== null) return []
      return [
        against(at, 'the error is not an object; the specification requires one with code and message', {
          clauses: ['jobs.failed-has-an-error'],
          instead: "{ code: string('generation_failed'), message: string('No video.') }",
        }),
      ]
    case '/error/code':
    case '/error/message':
      return onlyIn('failed') ? [ofTheError(demand, at)] : []
    default:
      return [
        beyond(at, `the record has ${demand.place.slice(1)}, which the specification does not mention`, {
          open: 'jobs.extra-fields',
          instead: 'omit it, and make the client work without it',
        }),
      ]
  }
}

const notRequired = (field: string, at: string, status: Status) =>
  beyond(
    at,
    `${field} is expected although the job may not be ${status}; the specification requires it only in that state`,
    {
      open: 'jobs.fields-where-not-required',
      instead: `omit it, or expect it only when the status is ${status}`,
    },
  )

function ofTheId(demand: Demand, at: string): Part {
  if (matches(demand, 7) !== false && matches(demand, 'b7d1c2f0') !== false)
    return promised(at, 'the id is present', 'jobs.id-is-the-one-polled')
  return {
    ...beyond(
      at,
      'the id has this JSON type and form; the specification says only that it is the polled id, compared as text',
      {
        open: 'id.form',
        instead: 'omit it: the client knows the id that it polled',
      },
    ),
    clauses: ['jobs.id-is-the-one-polled'],
  }
}

function ofTheStatus(at: string, { shows, said }: States): Part {
  const words = shows.join(' or ')
  if (shows.length === 0)
    return against(at, 'the status is not one of the four specified', {
      clauses: ['jobs.status-is-a-listed-word'],
      instead: `one of ${STATUSES.join(', ')}`,
    })
  if (shows.length === STATUSES.length)
    return promised(at, 'the status is one of the four specified', 'jobs.status-is-a-listed-word')
  if (said.length > 0 && said.every((status) => shows.includes(status)))
    return promised(
      at,
      `the status is ${words}, as the provider state says`,
      'jobs.status-is-a-listed-word',
      ...(said.every((status) => status === 'succeeded' || status === 'failed')
        ? (['jobs.final-stays-final'] as const)
        : []),
    )
  if (said.length > 0)
    return against(at, `the status is ${words}, but the provider state says ${said.join(' or ')}`, {
      clauses: ['jobs.final-stays-final'],
      instead: said.join(' or '),
    })
  return against(
    at,
    `the status is ${words}; no provider state says so, and the job may be in another state at each poll`,
    {
      open: 'jobs.order-of-states',
      instead: `given('${STATE_OF[shows[0]!]}'), or regex('^(${STATUSES.join('|')})$', '${shows[0]}')`,
    },
  )
}

function ofTheStage(demand: Demand, at: string, { shows }: States): Part {
  const matched = STAGES.filter((stage) => matches(demand, stage) !== false)
  const instead = `regex('^(${STAGES.join('|')})$', '${STAGES[0]}')`
  if (shows.length !== 1 || shows[0] !== 'running') {
    if (shows.includes('queued') || shows.includes('running'))
      return beyond(at, 'stage is expected; the specification requires it only while the job is running', {
        open: 'jobs.stage-while-queued',
        instead: 'omit it, or expect it only when the status is running',
      })
    return notRequired('stage', at, 'running')
  }
  if (matched.length === STAGES.length) return promised(at, 'a running job has a stage', 'jobs.running-has-a-stage')
  return against(
    at,
    matched.length === 0
      ? 'the stage is not one of the two specified'
      : `the stage is ${matched[0]}; a running job may have either stage at any poll`,
    { clauses: ['jobs.running-has-a-stage'], instead },
  )
}

function ofTheUrl(demand: Demand, at: string): Part {
  const clauses = ['jobs.succeeded-has-a-url'] as const
  const matched = URLS.filter((url) => matches(demand, url) !== false)
  if (matched.length === URLS.length) return promised(at, 'a succeeded job has a url', ...clauses)
  const instead = "regex('^https?://.+', 'https://videos.example/1.mp4')"
  if (demand.by === 'exactly')
    return against(at, 'the url is exactly this one; it differs between jobs and may differ between reads', {
      clauses,
      open: 'jobs.url-anew-on-each-read',
      instead,
    })
  if (typeof demand.example !== 'string') return against(at, 'the url is not a string', { clauses, instead })
  return {
    ...beyond(at, 'only some URLs match; the specification allows any host', {
      open: 'jobs.url-host',
      instead,
    }),
    clauses,
  }
}

function ofTheError(demand: Demand, at: string): Part {
  const clauses = ['jobs.failed-has-an-error'] as const
  const isCode = demand.place.endsWith('/code')
  const samples = isCode ? CODES : MESSAGES
  const name = isCode ? 'code' : 'message'
  const instead = `string('${samples[0]}')`
  if (samples.every((sample) => matches(demand, sample) !== false))
    return promised(at, `a failed job has an error.${name}`, ...clauses)
  if (typeof demand.example !== 'string') return against(at, `error.${name} is not a string`, { clauses, instead })
  if (demand.by === 'exactly' && !isCode)
    return against(at, 'the message is exactly this one; it is meant for people and differs between failures', {
      clauses,
      instead,
    })
  return {
    ...beyond(at, `only some values of error.${name} match; the specification allows any string`, { instead }),
    clauses,
  }
}
