import canonicalize from 'canonicalize'

/** Canonical JSON (RFC 8785). Throws for values that have none, such as lone surrogates. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('nothing to write as JSON')
  return text
}
