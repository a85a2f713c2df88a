import type { Header, RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { requestTo } from '../../engine/http/requests.ts'
import { experiment, type Suite } from '../../engine/judge/check.ts'
import { isBelow500 } from '../../engine/judge/expectations.ts'
import { judgeProbes } from '../../engine/judge/probes.ts'
import type { Control } from '../../engine/run/controls.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { ENDPOINTS } from '../../spec/endpoints.ts'
import { forEveryEndpoint, probing } from '../every-endpoint.ts'
import { HOSTILE_BODIES } from '../inputs/bodies/hostile-bodies.ts'
import { HOSTILE_IDS } from '../inputs/ids.ts'
import { hostileRequests } from '../inputs/requests.ts'

/** Each body has a mistake besides its hostile content and is refused, so it costs nothing. */
const bodies = probing({
  id: 'answers.no-server-error/hostile-bodies',
  clause: 'answers.no-server-error',
  suite: 'robustness',
  title: 'returns no 5xx for unusual or malformed bodies',
  from: 'standard',
  max: () => ({ requests: HOSTILE_BODIES.length + 2 }),
  endpoints: ['POST /videos'],
  async probe(drive, twin) {
    const fields = JSON.parse(twin.request.body ?? '{}') as Record<string, unknown>
    for (const { what, of, bytes, headers = [CONTENT_TYPE] } of drive.asTimeAllows(HOSTILE_BODIES)) {
      const request = { ...withoutType(twin.request, headers), body: of(fields), ...(bytes && { bytes }) }
      await probe(drive, twin, what, request)
    }
  },
  expected: isBelow500,
})

const CONTENT_TYPE: Header = ['Content-Type', 'application/json']

function withoutType(request: RequestTemplate, instead: readonly Header[]): RequestTemplate {
  const others = request.headers.filter(([name]) => name.toLowerCase() !== 'content-type')
  return { ...request, headers: [...others, ...instead] }
}

async function probe(drive: Driver, twin: Control, what: string, request: RequestTemplate): Promise<void> {
  const answer = await drive.withinLimits(what, () => drive.probe(what, twin, request, { wrong: ['oddity'] }))
  if (answer && !isBelow500.holds(answer)) await drive.repeatControl(await drive.control('GET /models'))
}

const requests = experiment({
  id: 'answers.no-server-error/hostile-requests',
  clause: 'answers.no-server-error',
  suite: 'robustness',
  title: 'returns no 5xx for requests with unusual methods, queries, headers or job ids',
  from: 'standard',
  max: ({ target }) => ({
    requests:
      ENDPOINTS.flatMap(({ name }) => hostileRequests(requestTo(target, name, { id: 'job', body: '{}' }))).length +
      HOSTILE_IDS.length +
      2,
  }),
  async drive(drive) {
    await forEveryEndpoint(drive, async (twin, name) => {
      for (const { what, request } of drive.asTimeAllows(hostileRequests(twin.request)))
        await probe(drive, twin, `${what}, ${name}`, request)
    })
    await forEveryEndpoint(
      drive,
      async (twin) => {
        const folder = twin.request.path.slice(0, twin.request.path.lastIndexOf('/') + 1)
        for (const { what, segment } of drive.asTimeAllows(HOSTILE_IDS))
          await probe(drive, twin, what, { ...twin.request, path: folder + segment })
      },
      ['GET /videos/{id}'],
    )
  },
  judge: (evidence) => judgeProbes(evidence, isBelow500),
})

export const robustness: Suite = {
  name: 'robustness',
  about: 'Unusual and malformed input of every kind (§7): the server never returns 5xx.',
  checks: [bodies, requests],
}
