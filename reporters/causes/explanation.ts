import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { list } from '../../engine/history/reading/words.ts'
import { clause as clauseOf } from '../../spec/clauses.ts'
import { ENDPOINTS, type EndpointName, endpoint } from '../../spec/endpoints.ts'
import type { ClauseReport } from '../outcome/report.ts'
import { counted } from '../words/counted.ts'
import { type CauseKind, CLOSED, type Context, ERROR_PAGE, type Part, placeIn, SILENT } from './attribution.ts'
import { hintOf, type Situation } from './frameworks.ts'
import { type Hole, holeInWords } from './security.ts'

export const READ_THE_BODY =
  'Read the whole body before you answer, also if you refuse the request; or close the connection after the response.'

/** Length of the longest standard reason phrase. */
const LONGEST_PHRASE = 31

/** Adds a non-standard reason phrase, which often quotes the misread request. */
export function quoting(clause: ClauseReport, { answer }: Exchange): ClauseReport {
  const [first, ...rest] = clause.violations ?? []
  const { status, statusText = '' } = answer ?? {}
  if (!first || statusText.length <= LONGEST_PHRASE) return clause
  return { ...clause, violations: [{ ...first, received: `${status} ${statusText}` }, ...rest] }
}

/** Not tied to an endpoint. */
const ANYWHERE: readonly string[] = [CLOSED, SILENT, ERROR_PAGE]

const inOrder = (names: Iterable<EndpointName>) => {
  const all = new Set(names)
  return ENDPOINTS.flatMap(({ name }) => (all.has(name) ? [name] : []))
}

type Explanation = { title?: string; hint?: string; fix: string }

export function explanationOf(
  kind: CauseKind,
  about: string,
  parts: readonly Part[],
  { report, history, survey }: Context,
): Explanation {
  const hint = (situation: Situation, name?: EndpointName) => {
    const base = new URL(report.target.baseUrl).pathname.replace(/\/$/, '')
    const request = name && { method: endpoint(name).method, path: base + endpoint(name).path }
    const text = hintOf(survey.framework, situation, request)
    return text === undefined ? {} : { hint: text }
  }
  if (kind === 'missing') {
    const names = inOrder(survey.missing.keys())
    return {
      title: `${counted(names.length, 'endpoint')} ${names.length === 1 ? 'does' : 'do'} not exist yet: ${names.join(', ')}`,
      fix: `Add ${names.length === 1 ? 'a route and a handler' : 'a route and a handler for each'}; check the method and the path, with its version, as well.`,
      ...hint('no route', names[0]),
    }
  }
  if (kind === 'key refused') {
    const names = inOrder(survey.refused.keys())
    return survey.isRefusedEverywhere
      ? {
          title: `GATECHECK_KEY is refused by ${list(names)}`,
          fix: 'Check that the key is valid. If it is, check how the server stores and finds keys.',
        }
      : {
          title: `A key that works elsewhere is refused by ${list(names)}`,
          fix: 'Use the same check of the key for all endpoints.',
        }
  }
  if (kind === 'connection')
    return {
      title: 'The body of a refused request stays unread, and spoils the next request on its connection',
      fix: READ_THE_BODY,
      ...hint('unread body'),
    }
  if (kind === 'crash' || kind === 'silence')
    return {
      title: ANYWHERE.includes(about) ? `${about}: ${placesOf(parts, { report, history })}` : about,
      fix:
        about === SILENT
          ? 'Find out what these requests wait for, such as a lock that an earlier request has not released, or a handler that never answers.'
          : 'Find the exception in the log of the server, and check the input before it reaches that code.',
      ...(about === CLOSED ? hint('closed connection') : {}),
    }
  if (kind === 'hole') return explanationOfHole(about as Hole, parts, { report, history })
  return {
    title: `POST /videos accepts invalid bodies: ${parts.length} rules are not checked`,
    fix: 'Validate the whole body before you create the job, and refuse it with 400 or 422.',
  }
}

function explanationOfHole(
  hole: Hole,
  parts: readonly Part[],
  { report, history }: Pick<Context, 'report' | 'history'>,
): Explanation {
  const { title, clauses } = holeInWords(hole)
  const failed = parts.map(({ whole }) => whole.id)
  const fixed = clauses.find((id) => failed.includes(id)) ?? failed[0]!
  return { title: `${title} ${placesOf(parts, { report, history })}`, fix: clauseOf(fixed).explanation.remedy }
}

/** Endpoints, or methods and paths, of the failing requests. */
function placesOf(parts: readonly Part[], { report, history }: Pick<Context, 'report' | 'history'>): string {
  const places = parts.flatMap(({ part }) =>
    failingOf(part).flatMap((n) => {
      const exchange = history.exchange(n)
      return exchange ? [placeIn(exchange, report)] : []
    }),
  )
  return list([...new Set(places)])
}

const failingOf = ({ violations = [], evidence }: ClauseReport) =>
  violations.length > 0 ? violations.map((each) => each.evidence.at(-1) ?? 0) : evidence.slice(-1)
