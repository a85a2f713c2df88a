import { LIMITS } from '../../config/limits.ts'
import type { TransportResult } from '../transport/transport.ts'
import { headerIn } from './responses.ts'

/** Signed URLs have 2,000 to 3,000 characters. */
const MOST_URL_CHARACTERS = 8192
/** Characters of an invalid Location in a message. */
const SHOWN_CHARACTERS = 80
const REDIRECTS = [301, 302, 303, 307, 308]

export type Followed = Partial<TransportResult> & {
  /** The last requested URL. */
  url: string
  /** Why it was not requested. */
  outOfReach?: string
  /** Why the last redirect was not followed. */
  leadsNowhere?: string
}

type Steps = {
  /** Why a URL is not requested. */
  whyNot(url: string): string | undefined
  get(url: string): Promise<TransportResult>
  /** Why a request failed, if due to a limit of gatecheck. */
  whyFailed(url: string): string | undefined
  scrub?(text: string): string
}

/** Follows redirects; each is checked like the first URL. */
export async function followRedirects(first: string, steps: Steps): Promise<Followed> {
  const { whyNot, get, whyFailed, scrub = (text) => text } = steps
  const seen = new Set<string>()
  for (let url = first; ; ) {
    const outOfReach =
      seen.size > LIMITS.redirects
        ? 'too many redirects'
        : url.length > MOST_URL_CHARACTERS
          ? `a url of ${url.length} characters, which is too long to fetch`
          : whyNot(url)
    if (outOfReach !== undefined) return { url, outOfReach }
    seen.add(url)
    const result = await get(url)
    const { answer, failure } = result
    const why = failure && whyFailed(url)
    if (why !== undefined) return { url, outOfReach: why }
    const location = answer && REDIRECTS.includes(answer.status) ? headerIn(answer, 'location') : undefined
    if (location === undefined) return { ...result, url }
    const next = URL.canParse(location, url) ? new URL(location, url) : undefined
    if (!next || !/^https?:$/.test(next.protocol))
      return { ...result, url, leadsNowhere: `a redirect to ${scrub(location).slice(0, SHOWN_CHARACTERS)}` }
    next.hash = ''
    if (seen.has(next.href)) return { ...result, url, leadsNowhere: 'a redirect loop' }
    url = next.href
  }
}
