import { around } from '../../interface/behaviour.ts'
import { type Answer, isJson } from '../../interface/world.ts'
import type { Scenario } from '../scenario.ts'

export const headerScenarios: readonly Scenario[] = [
  {
    kind: 'scenario',
    name: 'gzip',
    summary: 'Conforming: JSON responses are gzip-compressed for clients that accept gzip.',
    parameters: [],
    patch: () => (behaviour) => {
      around(behaviour, 'finish', async (next, answer, incoming, context) => {
        const finished = await next(answer, incoming, context)
        if (!isJson(finished) || !accepts(incoming.headers['accept-encoding'])) return finished
        return { ...finished, headers: { ...finished.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' } }
      })
    },
  },
  {
    kind: 'scenario',
    name: 'loud-headers',
    summary:
      'Conforming: header names are upper-case, and the JSON content type has an unusual spelling with a charset.',
    parameters: [],
    patch: () => (behaviour) => {
      around(behaviour, 'finish', async (next, answer, incoming, context) => {
        const finished = await next(answer, incoming, context)
        const headers = isJson(finished) ? { ...finished.headers, 'content-type': LOUD_TYPE } : finished.headers
        return { ...finished, headers: inCapitals(headers) }
      })
    },
  },
]

const LOUD_TYPE = 'application/json;charset=UTF-8'

const inCapitals = (headers: Answer['headers']): Answer['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))

/** Listed without weight 0 (RFC 9110, §12.5.3). */
function accepts(said: string | string[] | undefined): boolean {
  const named = String(said ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
  return named.some(([coding, weight]) => coding === 'gzip' && !/^q=0(\.0*)?$/.test(weight ?? ''))
}
