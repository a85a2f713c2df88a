import type { EndpointName } from '../../../spec/endpoints.ts'
import type { OpenPointId } from '../../../spec/open-points.ts'
import { ERROR_CODES, type ErrorCode } from '../../../spec/words.ts'
import { type Demand, demandsIn, isAboutKeysOnly, matches, matchesAnyKey } from './demand.ts'
import { against, beyond, type Expected, type Part, promised } from './part.ts'
import { unlessTooSlow } from './unspecified.ts'

const SHAPES: Partial<Record<EndpointName, OpenPointId>> = {
  'GET /models': 'models.shape',
  'GET /usage': 'usage.shape',
  'GET /capacity': 'capacity.shape',
  'GET /billing/balance': 'balance.shape',
}

/** Expectations of models, usage, capacity or balance, whose shape is not specified. */
export function partsOfAReading({ value, pointer, rules }: Expected, endpoint: EndpointName): Part[] {
  const open = SHAPES[endpoint]
  const counts = endpoint !== 'GET /models'
  return leavesIn(demandsIn(value, rules)).map((demand): Part => {
    const at = `${pointer}${demand.pointer}`
    const rest = {
      ...(open && { open }),
      instead: 'omit it: the specification says only which status this response has',
    }
    if (Array.isArray(demand.example) && hasAFixedLength(demand))
      return against(at, `the list has ${lengthOf(demand)}; the number changes over time`, {
        ...rest,
        instead: 'eachLike(…), which matches one or more entries, or omit it',
      })
    if (counts && demand.by === 'exactly' && typeof demand.example === 'number')
      return against(at, `${nameOf(demand)} is exactly ${demand.example}; it changes with usage`, {
        ...rest,
        instead: 'number(…), or omit it',
      })
    return beyond(at, `the response has ${nameOf(demand)}; its shape is not specified`, rest)
  })
}

/** Expectations of the response to an accepted submission: only the presence of an id is specified. */
export function partsOfAnAcceptance({ value, pointer, rules }: Expected): Part[] {
  return leavesIn(demandsIn(value, rules)).map((demand): Part => {
    const at = `${pointer}${demand.pointer}`
    if (demand.place === '' && isAboutKeysOnly(demand.by) && matchesAnyKey(demand.by))
      return promised(at, 'the response is an object', 'submission.answer-carries-the-id')
    const isAnId = /(^|\/)[^/]*id$/i.test(demand.place)
    if (!isAnId)
      return beyond(at, `the response has ${nameOf(demand)}; the specification requires only the id of the job`, {
        instead: 'omit it, and poll the job',
      })
    const clauses = ['submission.answer-carries-the-id'] as const
    const instead = 'string(…) at the place where your server puts it; another server may put it elsewhere'
    if (demand.by === 'exactly')
      return against(at, 'the id is exactly this one; different submissions get different ids', {
        clauses: ['submission.ids-differ'],
        instead,
      })
    return {
      ...beyond(at, `the id is at ${nameOf(demand)}; the specification does not say where it is`, {
        open: 'id.place',
        instead: 'a client that finds the id in any place',
      }),
      clauses,
    }
  })
}

const CODE_WORDS = Object.keys(ERROR_CODES) as ErrorCode[]
const TEXT_FOR_PEOPLE = /(message|detail|details|description|reason|title|hint|error_description)$/i

/** Expectations of an error, whose shape is not specified. */
export function partsOfARefusal({ value, pointer, rules }: Expected, code: ErrorCode | undefined): Part[] {
  return leavesIn(demandsIn(value, rules)).map((demand) =>
    unlessTooSlow(ofARefusal(demand, `${pointer}${demand.pointer}`, code), demand),
  )
}

function ofARefusal(demand: Demand, at: string, code: ErrorCode | undefined): Part {
  const { example } = demand
  const wrong = CODE_WORDS.find((word) => word === example && word !== code)
  if (wrong !== undefined && code !== undefined && matches(demand, code) === false)
    return against(at, `the code is ${wrong}; the code for this case is ${code}`, {
      clauses: [CLAUSE_OF[code]],
      instead: `'${code}', or omit it`,
    })
  if (demand.by === 'exactly' && typeof example === 'string' && example !== code && TEXT_FOR_PEOPLE.test(demand.place))
    return against(
      at,
      `${nameOf(demand)} is exactly this text; it is meant for people, and its wording is not specified`,
      {
        open: 'error.shape',
        instead: 'omit it: the status is enough',
      },
    )
  return beyond(at, `the error has ${nameOf(demand)}; the shape of errors is not specified`, {
    open: 'error.shape',
    instead: 'omit it: the status is enough',
  })
}

const CLAUSE_OF = {
  unauthorized: 'codes.unauthorized',
  not_found: 'codes.not-found',
  capacity_exceeded: 'codes.capacity-exceeded',
  invalid_request: 'codes.invalid-request',
} as const satisfies Record<ErrorCode, string>

/** Single values, empty objects and lists of a fixed length; everything else is covered by its members. */
function leavesIn(demands: readonly Demand[]): Demand[] {
  return demands.filter((demand) => {
    const { example, place } = demand
    if (isAboutKeysOnly(demand.by)) return true
    if (Array.isArray(example)) return hasAFixedLength(demand) || example.length === 0
    if (typeof example === 'object' && example !== null)
      return !demands.some((other) => other.place.startsWith(`${place}/`)) && place !== ''
    return true
  })
}

function hasAFixedLength({ by, example }: Demand): boolean {
  if (by === 'exactly') return Array.isArray(example)
  return by.some(({ max }) => typeof max === 'number')
}

function lengthOf({ by, example }: Demand): string {
  const most = by === 'exactly' ? undefined : by.find(({ max }) => typeof max === 'number')?.max
  return most === undefined ? `exactly ${(example as unknown[]).length} entries` : `at most ${most} entries`
}

function nameOf({ place }: Demand): string {
  return place === '' ? 'an object as its body' : place.slice(1).replaceAll('/*', '[]').replaceAll('/', '.')
}
