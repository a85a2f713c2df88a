import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { headerOf, statusOf } from '../../engine/history/reading/reading.ts'
import { withAuthorization } from '../../engine/http/requests.ts'
import type { Check } from '../../engine/judge/check.ts'
import { outcomeOf, type PointOfRequests } from '../../engine/judge/outcome.ts'
import { choiceShownBy, choiceTried } from '../choices.ts'

const acceptedOrNot = (what: string) => (exchange: Exchange) => outcomeOf(exchange, what)

function headerVariant(
  id: string,
  open: Extract<PointOfRequests, `auth.${string}`>,
  title: string,
  value: string,
  what: string,
): Check {
  return choiceTried(
    {
      id,
      open,
      suite: 'auth',
      from: 'standard',
      title,
      max: () => ({ requests: 1 }),
      async drive(drive) {
        const twin = await drive.twin('GET /models')
        await drive.observe(what, withAuthorization(twin.request, value))
      },
    },
    acceptedOrNot(what),
  )
}

export const authObservations: Check[] = [
  headerVariant(
    'auth.lower-case-bearer',
    'auth.lower-case-bearer',
    'how the scheme bearer in lower case is handled',
    'bearer {{A}}',
    'bearer in lower case',
  ),
  headerVariant(
    'auth.extra-spaces',
    'auth.extra-spaces',
    'how extra spaces before the key are handled',
    'Bearer   {{A}}',
    'three spaces before the key',
  ),
  choiceTried(
    {
      id: 'auth.two-headers',
      open: 'auth.two-headers',
      suite: 'auth',
      from: 'standard',
      title: 'how two Authorization headers are handled',
      max: () => ({ requests: 1 }),
      async drive(drive) {
        const twin = await drive.twin('GET /models')
        await drive.observe(
          'a valid and an unknown key',
          withAuthorization(twin.request, 'Bearer {{A}}', 'Bearer {{U}}'),
        )
      },
    },
    acceptedOrNot('a valid key, then an unknown one'),
  ),
  choiceShownBy({
    id: 'auth.www-authenticate',
    open: 'auth.www-authenticate',
    suite: 'auth',
    title: 'whether a 401 names the scheme in WWW-Authenticate',
    shown(exchange) {
      if (statusOf(exchange) !== 401) return undefined
      const header = headerOf(exchange, 'www-authenticate')
      if (header === undefined) return { value: 'none', words: '401 has no WWW-Authenticate' }
      const scheme = header.split(/[\s,]/)[0]!
      return { value: `scheme ${scheme}`, words: `401 has WWW-Authenticate ${scheme}` }
    },
  }),
]
