/** One announced limit on requests. */
export type RateLimit = {
  name?: string
  /** Requests per window. */
  limit?: number
  windowSeconds?: number
  /** Requests left in this window. */
  remaining?: number
  /** Seconds until more are allowed. */
  resetSeconds?: number
}

type Header = readonly [name: string, value: string]
type Item = { value: string; parameters: Map<string, string> }

/** A reset beyond this is a point in time, in seconds or in milliseconds since 1970. */
const EPOCH_SECONDS = 1e9
const EPOCH_MS = 1e12
/** A Date header has whole seconds: the local clock is more exact if it agrees. */
const CLOCKS_AGREE_MS = 1500

/**
 * The limits that a response announces, each by the first of these that it has:
 *
 * | headers                                                      | from                                          |
 * | ------------------------------------------------------------ | --------------------------------------------- |
 * | `RateLimit: "a";r=5;t=1`, `RateLimit-Policy: "a";q=20;w=1`   | draft-ietf-httpapi-ratelimit-headers, 8 or later |
 * | `RateLimit: limit=20, remaining=5, reset=1`                  | the same, 7                                   |
 * | `RateLimit-Limit`, `-Remaining`, `-Reset`                    | the same, up to 6                             |
 * | `X-RateLimit-Limit`, `-Remaining`, `-Reset`; `X-Rate-Limit-` | common use; the reset may be a point in time  |
 *
 * Limits on anything but requests are ignored. `now`: by the local clock.
 */
export function rateLimitsIn(headers: readonly Header[], now = Date.now()): RateLimit[] {
  const field = (...names: string[]) => {
    const values = headers.flatMap(([each, value]) => (names.includes(each.toLowerCase()) ? [value] : []))
    return values.length === 0 ? undefined : values.join(', ')
  }
  const policy = itemsOf(field('ratelimit-policy'))
  const current = itemsOf(field('ratelimit'))
  if (current.some(({ parameters }) => parameters.has('r'))) return byName(policy, current)
  const inOne = new Map(current.map(({ value }) => value.split('=').map((each) => each.trim()) as [string, string]))
  const clock = serverClock(field('date'), now)
  const single = (name: string) =>
    inOne.get(name) ?? field(`ratelimit-${name}`) ?? field(`x-ratelimit-${name}`, `x-rate-limit-${name}`)
  const [announced, ...windows] = itemsOf(single('limit'))
  const limit = numberIn(announced?.value)
  // Up to draft 7 the limit itself is the item, also in the list of policies: `20, 20;w=1`.
  const window = [...(announced ? [announced] : []), ...windows, ...policy].find(
    ({ value, parameters: each }) => each.has('w') && !each.has('q') && (limit ?? numberIn(value)) === numberIn(value),
  )
  const one = known({
    limit: limit ?? numberIn(window?.value),
    windowSeconds: positive(numberIn(window?.parameters.get('w'))),
    remaining: numberIn(single('remaining')),
    resetSeconds: secondsUntil(single('reset'), clock),
  })
  if (Object.keys(one).length > 0) return [one]
  return byName(policy, current)
}

function byName(policy: readonly Item[], current: readonly Item[]): RateLimit[] {
  const names = new Set([...policy, ...current].map(({ value }) => value))
  return [...names].flatMap((name) => {
    const parameters = (items: readonly Item[]) => items.find(({ value }) => value === name)?.parameters
    const [quota, state] = [parameters(policy), parameters(current)]
    if (!['requests', undefined].includes(quota?.get('qu'))) return []
    const limit = known({
      limit: numberIn(quota?.get('q')),
      windowSeconds: positive(numberIn(quota?.get('w'))),
      remaining: numberIn(state?.get('r')),
      resetSeconds: numberIn(state?.get('t')),
    })
    return Object.keys(limit).length > 0 ? [{ name, ...limit }] : []
  })
}

/** A list of structured fields (RFC 9651), as far as these headers use them. */
function itemsOf(text: string | undefined): Item[] {
  return split(text ?? '', ',').map((member) => {
    const [value = '', ...rest] = split(member, ';')
    const parameters = rest.map((each): [string, string] => {
      const [name = '', ...more] = each.split('=')
      return [name.trim().toLowerCase(), unquoted(more.join('='))]
    })
    return { value: unquoted(value), parameters: new Map(parameters) }
  })
}

/** Splits at separators outside quotes. */
const split = (text: string, separator: ',' | ';') =>
  (text.match(separator === ',' ? /(?:"[^"]*"|[^",])+/g : /(?:"[^"]*"|[^";])+/g) ?? [])
    .map((each) => each.trim())
    .filter((each) => each !== '')

const unquoted = (text: string) => text.trim().replace(/^"(.*)"$/, '$1')

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}(\.\d{1,9})?$/.test(text.trim()) ? Number(text) : undefined
}

const positive = (number: number | undefined) => (number === 0 ? undefined : number)

function secondsUntil(reset: string | undefined, clock: number): number | undefined {
  const number = numberIn(reset)
  if (number === undefined || number < EPOCH_SECONDS) return number
  return Math.max(0, ((number < EPOCH_MS ? number * 1000 : number) - clock) / 1000)
}

function serverClock(date: string | undefined, now: number): number {
  const sent = Date.parse(date ?? '')
  return Number.isNaN(sent) || Math.abs(sent - now) < CLOCKS_AGREE_MS ? now : sent
}

const known = (limit: Record<keyof Omit<RateLimit, 'name'>, number | undefined>): RateLimit =>
  Object.fromEntries(Object.entries(limit).filter(([, value]) => value !== undefined))
