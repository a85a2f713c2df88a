import { recipesIn } from '../placeholders.ts'

/** Endings of secret names, in lower case and without separators. */
const ENDINGS = [
  ...['password', 'passwd', 'passphrase', 'secret', 'authorization', 'signature', 'credential', 'credentials'],
  ...['apikey', 'accesskey', 'accesskeyid', 'secretkey', 'privatekey', 'googleaccessid', 'sessionid', 'sessid'],
  ...['accesstoken', 'refreshtoken', 'idtoken', 'authtoken', 'apitoken', 'sessiontoken', 'securitytoken'],
  ...['bearertoken', 'csrftoken', 'xsrftoken', 'clientassertion', 'samlresponse', 'codeverifier'],
]

/** Secret names that must match as a whole. `hdn…` are tokens of a CDN. */
const WHOLE = new Set(
  'auth bearer connectsid hdnea hdntl hdnts jwt otp pass pwd session sid sig token xamzcredential'.split(' '),
)

/** `key` is an API key in a query and anything in JSON. */
const IN_A_QUERY = new Set(['key'])

/** Headers whose values are withheld as a whole. */
const HEADERS =
  /^((proxy-)?authorization|(set-)?cookie2?|x-(?!idempotency).*(key|token|secret|auth|session|signature|credential|password).*|api-?key|authentication|authentication-info|(session|auth|access)-?(token|id|key)|signature)$/i

/** Values that differ in each URL, so they are not searched for elsewhere. */
const OF_ONE_URL = /(?:^sig|signature|credential|googleaccessid|accesskeyid|^hdn[a-z]+)$/

/** A server may use these names for the job id. */
const MAY_NAME_AN_ID = new Set(['token', 'session', 'sessionid', 'sid'])

export const isSecretHeader = (name: string): boolean => HEADERS.test(name)

export function isSecretName(name: string, place: 'query' | 'member' = 'member'): boolean {
  const plain = plainName(name)
  return (
    WHOLE.has(plain) || (place === 'query' && IN_A_QUERY.has(plain)) || ENDINGS.some((ending) => plain.endsWith(ending))
  )
}

export const isOfOneUrl = (name: string): boolean => OF_ONE_URL.test(plainName(name))
export const mayNameAnId = (name: string): boolean => MAY_NAME_AN_ID.has(plainName(name))

/** `X-Amz-Signature` and `x_amz_signature` become `xamzsignature`, `user[password]` becomes `password`. */
function plainName(name: string): string {
  const inner = /\[([^[\]]+)\](?:\[\])?$/.exec(name)?.[1] ?? name
  return inner.replace(/[-_.\s]|\[\]$/g, '').toLowerCase()
}

/** What recorders write in place of a redacted key. */
const BLACKED_OUT = /redacted|removed|sanitized|hidden|filtered|masked|withheld|omitted|\*{3,}|x{6,}|•|…|\.{3,}/i

/** Whether a recorder redacted the value. */
export const isBlackedOut = (value: string): boolean => recipesIn(value).length === 0 && BLACKED_OUT.test(value)

const SHORTEST = 4
const IN_BRACKETS = /^[[(<].*[\])>]$/
const NOTHING_BUT_MARKS = /^[x*•….]+$/i
const SAYS_NOTHING =
  /^(?:none|null|undefined|true|false|bearer|basic|digest|required|optional|missing|invalid|expired|unknown|redacted|removed|hidden|filtered|masked|withheld|omitted)$/i

export const mayBeSecret = (value: string): boolean =>
  value.length >= SHORTEST &&
  !SAYS_NOTHING.test(value) &&
  !NOTHING_BUT_MARKS.test(value) &&
  !(IN_BRACKETS.test(value) && BLACKED_OUT.test(value))
