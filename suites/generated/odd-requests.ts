import fc from 'fast-check'
import type { Configuration, Profile } from '../../engine/config/configuration.ts'
import type { RequestTemplate, Wrong } from '../../engine/history/entry/exchange.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { requestTo } from '../../engine/http/requests.ts'
import type { Rule } from '../../engine/judge/check.ts'
import { isBelow500 } from '../../engine/judge/expectations.ts'
import type { Control } from '../../engine/run/controls.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { NotTested } from '../../engine/run/not-tested.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { ENDPOINTS } from '../../spec/endpoints.ts'
import { badBodies } from '../inputs/bodies/bad-bodies.ts'
import { hostileBodies } from '../inputs/bodies/hostile-bodies.ts'
import { harmless, type OddRequest, oddRequest } from '../inputs/requests.ts'
import { ODD_REQUESTS } from '../probed.ts'
import { materialFrom } from './bad-bodies.ts'
import { judgesItsShare } from './judged.ts'
import { inLanes, withinLimits } from './lanes.ts'

const DRAWS: Record<Profile, number> = { smoke: 0, standard: 48, full: 480 }
const AT_ONCE = 4

type Odd = { what: string; twin: Control; request: RequestTemplate; breaks: ClauseId; connection?: string }

/** Alternates an unusual request to an endpoint and an invalid body with unusual content. */
async function sendOddRequests(drive: Driver): Promise<void> {
  const { seed } = drive.configuration
  const submission = await drive.control('POST /videos')
  const bodies = hostileBodies(materialFrom(drive, submission), seed)
  const plain = badBodies(materialFrom(drive, submission), seed + 1)
  const violated = new Set<ClauseId>()
  let asked = false
  const limited = withinLimits(drive)
  const send = async ({ what, twin, request, breaks, connection }: Odd) => {
    if (violated.has(breaks)) return
    const wrong: Wrong[] = breaks === NO_SERVER_ERROR ? ['oddity'] : ['oddity', 'body']
    const answer = await limited(what, () =>
      drive.probe(what, twin, request, { breaks, wrong, ...(connection !== undefined && { connection }) }),
    )
    if (!answer) return
    if (breaks !== NO_SERVER_ERROR && succeeded(answer)) violated.add(breaks)
    if (isBelow500.holds(answer)) return
    if (!asked) {
      asked = true
      await drive.askAgain(answer)
    }
    await drive.repeatControl(await drive.control('GET /models'))
  }
  const { maxJobs, maxCost } = drive.configuration
  const oneByOne = maxJobs !== undefined || maxCost !== undefined
  const inTurn = drawn(drive.configuration).map((change, index) => {
    const name = turnOf(index)
    return {
      index,
      change,
      name,
      bad: name === 'POST /videos' ? plain.next().value : undefined,
      hostile: bodies.next().value,
    }
  })
  const both = async ({ index, change, name, bad, hostile }: (typeof inTurn)[number]) => {
    const twin = await drive.control(name)
    const body = change.method === undefined ? bad?.text : undefined
    const request = changed(twin.request, change, body)
    await send({
      what: `${change.what}, ${name}${body === undefined ? '' : `, with ${bad.what}`}`,
      twin,
      request,
      breaks: body === undefined ? NO_SERVER_ERROR : bad.breaks,
      // A server that rejects the method may close the connection.
      ...(change.method !== undefined && { connection: `${index}` }),
    })
    const { what, text, bytes, breaks } = hostile
    const said = { ...requestTo(drive.target, 'POST /videos', { body: text }), ...(bytes && { bytes }) }
    await send({ what, twin: submission, request: said, breaks })
  }
  try {
    await inLanes(oneByOne ? 1 : AT_ONCE, inTurn, both, () => drive.hasTimeToSpare())
  } catch (error) {
    if (!(error instanceof NotTested)) throw error
    drive.gap(ODD_REQUESTS, error)
  }
  await drive.repeatControl(await drive.control('GET /models'))
}

const drawn = ({ seed, profile }: Configuration): OddRequest[] =>
  fc.sample(oddRequest, { seed, numRuns: DRAWS[profile] / 2 })

const turnOf = (index: number) => TAKEN_IN_TURN[index % TAKEN_IN_TURN.length]!

const TAKEN_IN_TURN = [...ENDPOINTS.map(({ name }) => name), 'POST /videos'] as const

const NO_SERVER_ERROR = 'answers.no-server-error' satisfies ClauseId

function changed(
  request: RequestTemplate,
  { method, query, headers = [] }: OddRequest,
  body?: string,
): RequestTemplate {
  const { body: _, ...bodiless } = request
  const { path, ...others } = method === undefined ? bodiless : harmless({ ...bodiless, method })
  return {
    ...others,
    path: query === undefined ? path : `${path}?${query}`,
    headers: [...request.headers, ...headers],
    ...(body !== undefined && { body }),
  }
}

export const generatedOddRequests: Rule[] = [
  judgesItsShare(
    {
      id: `${NO_SERVER_ERROR}/generated`,
      clause: NO_SERVER_ERROR,
      by: ODD_REQUESTS,
      from: 'standard',
      title: 'returns no 5xx for generated requests with unusual methods, queries, headers or bodies',
      phases: [
        {
          name: ODD_REQUESTS,
          spare: true,
          max: ({ configuration }) => ({ requests: DRAWS[configuration.profile] + 10 }),
          drive: sendOddRequests,
        },
      ],
      judgesAll: true,
    },
    isBelow500,
    'no unusual request was generated',
  ),
]
