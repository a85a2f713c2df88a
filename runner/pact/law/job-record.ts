import { STAGES, STATUSES, type Status } from '../../../spec/words.ts'
import { STATE_OF } from '../states.ts'
import { type Demand, demandsIn, takes, tookTooLong } from './demand.ts'
import { against, beyond, type Expected, type Part, promised } from './part.ts'
import { ifTold } from './untold.ts'

/** Texts that a lawful server may show; whoever takes all of them takes any. */
const URLS = [
  'https://videos.example/b7d1c2f0.mp4',
  'http://10.0.0.7:8080/v/1?sig=a%2Fb&expires=1',
  'https://cdn.example',
]
const CODES = ['generation_failed', 'E-42', 'content policy', 'ERR_OOM']
const MESSAGES = ['No video.', 'Die Vorlage konnte nicht gelesen werden', 'x']

/** What a contract asks of a job's record. `said`: the states that its provider states put the job in. */
export function partsOfAJob({ value, pointer, rules }: Expected, said: readonly Status[]): Part[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [
      against(pointer, 'the answer to a poll is no JSON object; the law has it be one', {
        clauses: ['jobs.poll-answers-an-object'],
        instead: 'a record with a status',
      }),
    ]
  const demands = demandsIn(value, rules)
  const shows = statesTaken(demands, said)
  return demands.flatMap((demand) =>
    partOf(demand, `${pointer}${demand.pointer}`, { shows, said }).map((part) => ifTold(part, demand)),
  )
}

type States = { shows: readonly Status[]; said: readonly Status[] }

function statesTaken(demands: readonly Demand[], said: readonly Status[]): readonly Status[] {
  const demand = demands.find(({ place }) => place === '/status')
  const taken = demand && STATUSES.filter((status) => takes(demand, status) !== false)
  if (!taken || tookTooLong(demand)) return said.length > 0 ? said : STATUSES
  return taken
}

function partOf(demand: Demand, at: string, states: States): Part[] {
  if (demand.by !== 'exactly' && typeof demand.example === 'string' && takes(demand, demand.example) === false)
    return [
      against(at, 'the pattern does not take its own example: Pact has all of a text fit, and not a part of it', {
        instead: 'let the pattern go on to the end of the text, as with .*',
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
        against(at, 'the error is no record; the law has it hold a code and a message', {
          clauses: ['jobs.failed-has-an-error'],
          instead: "{ code: string('generation_failed'), message: string('No video.') }",
        }),
      ]
    case '/error/code':
    case '/error/message':
      return onlyIn('failed') ? [ofTheError(demand, at)] : []
    default:
      return [
        beyond(at, `the record has ${demand.place.slice(1)}; the law knows no such field`, {
          open: 'jobs.extra-fields',
          instead: 'leave it out, and have the client work without it',
        }),
      ]
  }
}

const notRequired = (field: string, at: string, status: Status) =>
  beyond(at, `${field} is there although the job need not be ${status}; the law asks for it in that state only`, {
    open: 'jobs.fields-where-not-required',
    instead: `leave it out, or ask for it where the status is ${status}`,
  })

function ofTheId(demand: Demand, at: string): Part {
  if (takes(demand, 7) !== false && takes(demand, 'b7d1c2f0') !== false)
    return promised(at, 'the id is there', 'jobs.id-is-the-one-polled')
  return {
    ...beyond(
      at,
      'the id has this JSON type, and this form; the law promises that it is the one polled, compared as text',
      {
        open: 'id.form',
        instead: 'leave it out: the client knows the id that it polled',
      },
    ),
    clauses: ['jobs.id-is-the-one-polled'],
  }
}

function ofTheStatus(at: string, { shows, said }: States): Part {
  const words = shows.join(' or ')
  if (shows.length === 0)
    return against(at, 'the status is none of the four words', {
      clauses: ['jobs.status-is-a-listed-word'],
      instead: `one of ${STATUSES.join(', ')}`,
    })
  if (shows.length === STATUSES.length)
    return promised(at, 'the status is one of the four words', 'jobs.status-is-a-listed-word')
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
    return against(at, `the status is ${words}, where the provider state says ${said.join(' or ')}`, {
      clauses: ['jobs.final-stays-final'],
      instead: said.join(' or '),
    })
  return against(
    at,
    `the status is ${words}; no provider state says so, and each poll may find the job in another state`,
    {
      open: 'jobs.order-of-states',
      instead: `given('${STATE_OF[shows[0]!]}'), or regex('^(${STATUSES.join('|')})$', '${shows[0]}')`,
    },
  )
}

function ofTheStage(demand: Demand, at: string, { shows }: States): Part {
  const taken = STAGES.filter((stage) => takes(demand, stage) !== false)
  const instead = `regex('^(${STAGES.join('|')})$', '${STAGES[0]}')`
  if (shows.length !== 1 || shows[0] !== 'running') {
    if (shows.includes('queued') || shows.includes('running'))
      return beyond(
        at,
        'stage is there; the law has it be there while the job is running, and leaves it open otherwise',
        {
          open: 'jobs.stage-while-queued',
          instead: 'leave it out, or ask for it where the status is running',
        },
      )
    return notRequired('stage', at, 'running')
  }
  if (taken.length === STAGES.length) return promised(at, 'a running job has a stage', 'jobs.running-has-a-stage')
  return against(
    at,
    taken.length === 0
      ? 'the stage is none of the two words'
      : `the stage is ${taken[0]}; a running job may show either, from one poll to the next`,
    { clauses: ['jobs.running-has-a-stage'], instead },
  )
}

function ofTheUrl(demand: Demand, at: string): Part {
  const clauses = ['jobs.succeeded-has-a-url'] as const
  const taken = URLS.filter((url) => takes(demand, url) !== false)
  if (taken.length === URLS.length) return promised(at, 'a job that succeeded has a url', ...clauses)
  const instead = "regex('^https?://.+', 'https://videos.example/1.mp4')"
  if (demand.by === 'exactly')
    return against(at, 'the url is exactly this one; it is another one for each job, and may be on each read', {
      clauses,
      open: 'jobs.url-anew-on-each-read',
      instead,
    })
  if (typeof demand.example !== 'string') return against(at, 'the url is no text', { clauses, instead })
  return {
    ...beyond(at, 'only some urls fit; the law promises an http or https address of any host', {
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
  if (samples.every((sample) => takes(demand, sample) !== false))
    return promised(at, `a job that failed has an error.${name}`, ...clauses)
  if (typeof demand.example !== 'string') return against(at, `error.${name} is no text`, { clauses, instead })
  if (demand.by === 'exactly' && !isCode)
    return against(at, 'the message is exactly this one; it is a text for people, and another one for each failure', {
      clauses,
      instead,
    })
  return { ...beyond(at, `only some texts fit error.${name}; the law promises any`, { instead }), clauses }
}
