import type { RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { requestTo, withAuthorization } from '../../engine/http/requests.ts'
import { experiment } from '../../engine/judge/check.ts'
import { isUnauthorized } from '../../engine/judge/expectations.ts'
import { judgeProbes } from '../../engine/judge/probes.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import { fitsAGoodBody, fitsUnexpected } from '../../engine/run/driving/fits.ts'
import type { Twin } from '../../engine/run/driving/shared.ts'
import type { EndpointName } from '../../spec/endpoints.ts'
import { forEveryEndpoint, prober } from '../every-endpoint.ts'
import { idLike } from '../inputs/ids/id-forms.ts'
import { FOILS, PLAINEST } from './plainest.ts'

const BAD_KEYS: [string, string[]][] = [
  ['no header', []],
  ['an unknown key', ['Bearer {{U}}']],
]

const BAD_BODIES: [string, string][] = [
  ['an empty body', ''],
  ['a body that is not JSON', '{"model": '],
  ['an empty object', '{}'],
  ['a value out of range', '{"model":"no-such-model","prompt":"","duration":0}'],
]

export const comesFirst = experiment({
  id: 'auth.comes-first',
  clause: 'auth.comes-first',
  suite: 'auth',
  from: 'standard',
  title: 'checks the key before the body and the job id',
  besides: [FOILS],
  max: (input) => {
    const bodies = BAD_BODIES.filter(([, body]) => fitsUnexpected(input)(body))
    const [asText, wrongId] = [fitsAGoodBody(input) ? 1 : 0, 1]
    return { requests: BAD_KEYS.length * (bodies.length + asText + wrongId) + 1 }
  },
  drive: (drive) =>
    forEveryEndpoint(drive, (twin, name) => withSomethingElseWrong(drive, twin, name), [
      'POST /videos',
      'GET /videos/{id}',
    ]),
  judge: (evidence) => judgeProbes(evidence, isUnauthorized),
})

async function withSomethingElseWrong(drive: Drive, twin: Twin, name: EndpointName): Promise<void> {
  const probe = await prober(drive, twin, name, PLAINEST)
  for (const [key, authorization] of BAD_KEYS) {
    for (const [what, request] of drive.asTimeAllows(await otherwiseWrong(drive, twin))) {
      await probe(`${key} and ${what}`, withAuthorization(request, ...authorization))
    }
  }
}

async function otherwiseWrong(drive: Drive, { request }: Twin): Promise<[string, RequestTemplate][]> {
  if (request.method === 'POST') {
    const typed = BAD_BODIES.map(([what, body]): [string, RequestTemplate] => [what, { ...request, body }])
    return [
      ...typed,
      ['a body with Content-Type text/plain', { ...request, headers: [['Content-Type', 'text/plain']] }],
    ]
  }
  const job = await drive.jobs.first()
  const unknown = requestTo(drive.target, 'GET /videos/{id}', { id: idLike(job.id, drive.configuration.seed) })
  return [['an unknown id', unknown]]
}
