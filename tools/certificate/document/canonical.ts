import canonicalize from 'canonicalize'

/** The one way to write a value as JSON (RFC 8785). What has no such way, such as half of a surrogate pair, throws. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('nothing to write as JSON')
  return text
}
