import type { EndpointName } from '../../../spec/endpoints.ts'
import type { OpenPointId } from '../../../spec/open-points.ts'
import { ERROR_CODES, type ErrorCode } from '../../../spec/words.ts'
import { type Demand, demandsIn, looksAtKeysAlone, takes, takesAnyKey } from './demand.ts'
import { against, beyond, type Expected, type Part, promised } from './part.ts'
import { ifTold } from './untold.ts'

const SHAPES: Partial<Record<EndpointName, OpenPointId>> = {
  'GET /models': 'models.shape',
  'GET /usage': 'usage.shape',
  'GET /capacity': 'capacity.shape',
  'GET /billing/balance': 'balance.shape',
}

/** What is read of the models, the usage, the room or the balance: their shape is the server's. */
export function partsOfAReading({ value, pointer, rules }: Expected, endpoint: EndpointName): Part[] {
  const open = SHAPES[endpoint]
  const counts = endpoint !== 'GET /models'
  return leavesIn(demandsIn(value, rules)).map((demand): Part => {
    const at = `${pointer}${demand.pointer}`
    const rest = {
      ...(open && { open }),
      instead: 'leave it out: the status is all that the law promises of this answer',
    }
    if (Array.isArray(demand.example) && hasAFixedLength(demand))
      return against(at, `the list has ${lengthOf(demand)}; how many there are is another day another number`, {
        ...rest,
        instead: 'eachLike(…), which takes any number from one on, or leave it out',
      })
    if (counts && demand.by === 'exactly' && typeof demand.example === 'number')
      return against(at, `${nameOf(demand)} is exactly ${demand.example}; it moves with what is used`, {
        ...rest,
        instead: 'number(…), or leave it out',
      })
    return beyond(at, `the answer has ${nameOf(demand)}; the shape of it is not shown`, rest)
  })
}

/** What is read of the answer to an accepted submission: where its id stands is open, and all else. */
export function partsOfAnAcceptance({ value, pointer, rules }: Expected): Part[] {
  return leavesIn(demandsIn(value, rules)).map((demand): Part => {
    const at = `${pointer}${demand.pointer}`
    if (demand.place === '' && looksAtKeysAlone(demand.by) && takesAnyKey(demand.by))
      return promised(at, 'the answer is a record', 'submission.answer-carries-the-id')
    const isAnId = /(^|\/)[^/]*id$/i.test(demand.place)
    if (!isAnId)
      return beyond(at, `the answer has ${nameOf(demand)}; the law promises the id of the job and nothing else`, {
        instead: 'leave it out, and poll the job',
      })
    const clauses = ['submission.answer-carries-the-id'] as const
    const instead = 'string(…) at the place where your server has it; another one may have it elsewhere'
    if (demand.by === 'exactly')
      return against(at, 'the id is exactly this one; different submissions get different ids', {
        clauses: ['submission.ids-differ'],
        instead,
      })
    return {
      ...beyond(at, `the id stands at ${nameOf(demand)}; the law says that it is there, and not where`, {
        open: 'id.place',
        instead: 'a client that finds the id wherever it stands',
      }),
      clauses,
    }
  })
}

const CODE_WORDS = Object.keys(ERROR_CODES) as ErrorCode[]
const TEXT_FOR_PEOPLE = /(message|detail|details|description|reason|title|hint|error_description)$/i

/** What is read of a refusal: the shape of errors is not shown. */
export function partsOfARefusal({ value, pointer, rules }: Expected, code: ErrorCode | undefined): Part[] {
  return leavesIn(demandsIn(value, rules)).map((demand) =>
    ifTold(ofARefusal(demand, `${pointer}${demand.pointer}`, code), demand),
  )
}

function ofARefusal(demand: Demand, at: string, code: ErrorCode | undefined): Part {
  const { example } = demand
  const wrong = CODE_WORDS.find((word) => word === example && word !== code)
  if (wrong !== undefined && code !== undefined && takes(demand, code) === false)
    return against(at, `the code is ${wrong}; the word that belongs to this case is ${code}`, {
      clauses: [CLAUSE_OF[code]],
      instead: `'${code}', or leave it out`,
    })
  if (demand.by === 'exactly' && typeof example === 'string' && example !== code && TEXT_FOR_PEOPLE.test(demand.place))
    return against(at, `${nameOf(demand)} is exactly this text; it is for people, and its words are the server's`, {
      open: 'error.shape',
      instead: 'leave it out: the status tells what happened',
    })
  return beyond(at, `the refusal has ${nameOf(demand)}; the shape of errors is not shown`, {
    open: 'error.shape',
    instead: 'leave it out: the status tells what happened',
  })
}

const CLAUSE_OF = {
  unauthorized: 'codes.unauthorized',
  not_found: 'codes.not-found',
  capacity_exceeded: 'codes.capacity-exceeded',
  invalid_request: 'codes.invalid-request',
} as const satisfies Record<ErrorCode, string>

/** Single values, empty records, and lists whose length is told; the rest is told by what stands inside. */
function leavesIn(demands: readonly Demand[]): Demand[] {
  return demands.filter((demand) => {
    const { example, place } = demand
    if (looksAtKeysAlone(demand.by)) return true
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
  return most === undefined
    ? `exactly so many entries: ${(example as unknown[]).length}`
    : `at most so many entries: ${most}`
}

function nameOf({ place }: Demand): string {
  return place === '' ? 'a record for a body' : place.slice(1).replaceAll('/*', '[]').replaceAll('/', '.')
}
