import { withAuthorization, withHeader } from '../../engine/http/requests.ts'
import { experiment } from '../../engine/judge/check.ts'
import { isUnauthorized } from '../../engine/judge/expectations.ts'
import { judgeProbes } from '../../engine/judge/probes.ts'
import { endpointsTried, forEveryEndpoint, prober } from '../every-endpoint.ts'
import { FOILS, PLAINEST } from './plainest.ts'

/** A client with the cookies of earlier responses and no key has no credentials. */
export const cookiesOfTheServer = experiment({
  id: 'auth.only-the-header-counts/cookies',
  clause: 'auth.only-the-header-counts',
  suite: 'auth',
  title: 'returns 401 for a request that has only the cookies of earlier responses, and no key',
  from: 'standard',
  // Most servers give none; the other checks of the clause speak then.
  byChance: true,
  besides: [FOILS],
  max: (input) => ({ requests: endpointsTried(input).length + 1 }),
  drive(drive) {
    const jar = new Map<string, string>()
    return forEveryEndpoint(drive, async (twin, name) => {
      for (const [header, line] of twin.exchange.answer?.headers ?? []) {
        const [, cookie, value] = header.toLowerCase() === 'set-cookie' ? (/^([^=;]+)=([^;]*)/.exec(line) ?? []) : []
        if (cookie !== undefined) jar.set(cookie.trim(), value!.trim())
      }
      if (jar.size === 0) return
      const probe = await prober(drive, twin, name, PLAINEST)
      const cookies = [...jar].map((pair) => pair.join('=')).join('; ')
      await probe(
        `no key, with the cookies of earlier responses, ${name}`,
        withHeader(withAuthorization(twin.request), 'Cookie', cookies),
      )
    })
  },
  judge: (evidence) => judgeProbes(evidence, isUnauthorized, 'no successful response set a cookie'),
})
