import { headerOf, statusOf } from '../../engine/history/reading/reading.ts'
import { withAuthorization } from '../../engine/http/requests.ts'
import type { Check } from '../../engine/judge/check.ts'
import { outcomeOf, type PointOfRequests } from '../../engine/judge/outcome.ts'
import { choiceShownBy, choiceTried } from '../choices.ts'

type HeaderVariant = {
  open: Extract<PointOfRequests, `auth.${string}`>
  title: string
  what: string
  authorization: string[]
}

const VARIANTS: readonly HeaderVariant[] = [
  {
    open: 'auth.lower-case-bearer',
    title: 'how the scheme bearer in lower case is handled',
    what: 'bearer in lower case',
    authorization: ['bearer {{A}}'],
  },
  {
    open: 'auth.extra-spaces',
    title: 'how extra spaces before the key are handled',
    what: 'three spaces before the key',
    authorization: ['Bearer   {{A}}'],
  },
  {
    open: 'auth.two-headers',
    title: 'how two Authorization headers are handled',
    what: 'a valid key, then an unknown one',
    authorization: ['Bearer {{A}}', 'Bearer {{U}}'],
  },
]

export const authObservations: Check[] = [
  ...VARIANTS.map(({ open, title, what, authorization }) =>
    choiceTried(
      {
        id: open,
        open,
        suite: 'auth',
        from: 'standard',
        title,
        max: () => ({ requests: 1 }),
        async drive(drive) {
          const control = await drive.control('GET /models')
          await drive.observe(what, withAuthorization(control.request, ...authorization))
        },
      },
      (exchange) => outcomeOf(exchange, what),
    ),
  ),
  choiceShownBy({
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
