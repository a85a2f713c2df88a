import { below, type Target } from '../../engine/config/target.ts'
import type { RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { statusOf } from '../../engine/history/reading/reading.ts'
import { withAuthorization } from '../../engine/http/requests.ts'
import type { Check } from '../../engine/judge/check.ts'
import type { PointOfRequests } from '../../engine/judge/outcome.ts'
import { choiceTried } from '../choices.ts'

type Variant = {
  id: string
  open: PointOfRequests
  title: string
  of(request: RequestTemplate, target: Target): RequestTemplate
}

const VARIANTS: Variant[] = [
  {
    id: 'paths.unknown-without-key',
    open: 'paths.unknown-without-key',
    title: 'whether an unknown path without a key returns 401 or 404',
    of: (request, target) => ({ ...withAuthorization(request), path: below(target, '/gatecheck-no-such-path') }),
  },
  {
    id: 'paths.wrong-method',
    open: 'paths.wrong-method',
    title: 'which status a wrong method on a known path returns',
    of: (request, target) => ({ ...request, method: 'PUT', path: below(target, '/capacity') }),
  },
  {
    id: 'paths.head',
    open: 'paths.head',
    title: 'which status HEAD returns',
    of: (request) => ({ ...request, method: 'HEAD' }),
  },
  {
    id: 'paths.other-version',
    open: 'paths.other-version',
    title: 'which status a path under another version returns',
    of: (request, target) => ({
      ...request,
      path: request.path.replace(target.basePath, target.basePath.replace(/(?<!\d)\d+$/, '2')),
    }),
  },
  {
    id: 'paths.trailing-slash',
    open: 'paths.trailing-slash',
    title: 'whether a path with a trailing slash is the same path',
    of: (request) => ({ ...request, path: `${request.path}/` }),
  },
  // Many read a path as text, its octets decoded, before they look what it names.
  {
    id: 'paths.encoded-slash',
    open: 'paths.encoded-slash',
    title: 'whether a path with its slash encoded as %2F is the same path',
    of: (request, target) => ({ ...request, path: below(target, '/billing%2Fbalance') }),
  },
]

export const pathObservations: Check[] = VARIANTS.map(({ of, ...named }) =>
  choiceTried(
    {
      ...named,
      suite: 'paths',
      from: 'standard',
      max: () => ({ requests: 1 }),
      async drive(drive) {
        if (named.id === 'paths.other-version' && !drive.target.endsWithVersion)
          drive.notTried('the base URL has no version')
        const twin = await drive.twin('GET /models')
        const request = of(twin.request, drive.target)
        await drive.observe(named.title, request)
      },
    },
    (exchange) => ({ value: String(statusOf(exchange)), words: `returns ${statusOf(exchange)}` }),
  ),
)
