import { recipesIn } from '../recipes.ts'

/** Names of secrets, in small letters and without separators. Names that end in one of these count as well. */
const ENDINGS = [
  ...['password', 'passwd', 'passphrase', 'secret', 'authorization', 'signature', 'credential', 'credentials'],
  ...['apikey', 'accesskey', 'accesskeyid', 'secretkey', 'privatekey', 'googleaccessid', 'sessionid', 'sessid'],
  ...['accesstoken', 'refreshtoken', 'idtoken', 'authtoken', 'apitoken', 'sessiontoken', 'securitytoken'],
  ...['bearertoken', 'csrftoken', 'xsrftoken', 'clientassertion', 'samlresponse', 'codeverifier'],
]

/** Names that count as they are: others end in them by chance. `hdn…` are the tokens of a content delivery network. */
const WHOLE = new Set(
  'auth bearer connectsid hdnea hdntl hdnts jwt otp pass pwd session sid sig token xamzcredential'.split(' '),
)

/** In JSON, `key` is the name of anything; in a query it is usually an API key. */
const IN_A_QUERY = new Set(['key'])

/** What says who asks is withheld as a whole, in a request and in an answer. */
const HEADERS =
  /^((proxy-)?authorization|(set-)?cookie2?|x-(?!idempotency).*(key|token|secret|auth|session|signature|credential|password).*|api-?key|authentication|authentication-info|(session|auth|access)-?(token|id|key)|signature)$/i

/** A value that is new in each url says nothing anywhere else. */
const OF_ONE_URL = /(?:^sig|signature|credential|googleaccessid|accesskeyid|^hdn[a-z]+)$/

/** By one of these, the id of a job may be called in the answer to its submission. */
const MAY_NAME_AN_ID = new Set(['token', 'key', 'session', 'sessionid', 'sid'])

export const isSecretHeader = (name: string): boolean => HEADERS.test(name)

export function isSecretName(name: string, place: 'query' | 'member' = 'member'): boolean {
  const plain = plainName(name)
  return (
    WHOLE.has(plain) || (place === 'query' && IN_A_QUERY.has(plain)) || ENDINGS.some((ending) => plain.endsWith(ending))
  )
}

export const isOfOneUrl = (name: string): boolean => OF_ONE_URL.test(plainName(name))
export const mayNameAnId = (name: string): boolean => MAY_NAME_AN_ID.has(plainName(name))

/** `user[password]`, `X-Amz-Signature` and `x_amz_signature` without what differs by habit. */
function plainName(name: string): string {
  const inner = /\[([^[\]]+)\](?:\[\])?$/.exec(name)?.[1] ?? name
  return inner.replace(/[-_.\s]|\[\]$/g, '').toLowerCase()
}

/** What tools write in the place of a key that they were told to leave out. */
const BLACKED_OUT = /redacted|removed|sanitized|hidden|filtered|masked|withheld|omitted|\*{3,}|x{6,}|•|…|\.{3,}/i

/** Whether the value says no more than that there was a key. */
export const isBlackedOut = (value: string): boolean => recipesIn(value).length === 0 && BLACKED_OUT.test(value)

const SHORTEST = 4
const IN_BRACKETS = /^[[(<].*[\])>]$/
const NOTHING_BUT_MARKS = /^[x*•….]+$/i
const SAYS_NOTHING =
  /^(?:none|null|undefined|true|false|bearer|basic|digest|required|optional|missing|invalid|expired|unknown|redacted|removed|hidden|filtered|masked|withheld|omitted)$/i

/** Whether a value under the name of a secret may be one. */
export const maySecretBe = (value: string): boolean =>
  value.length >= SHORTEST &&
  !SAYS_NOTHING.test(value) &&
  !NOTHING_BUT_MARKS.test(value) &&
  !(IN_BRACKETS.test(value) && BLACKED_OUT.test(value))
