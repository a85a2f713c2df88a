import type { Explanation } from '../clause.ts'
import type { authorization as clauses } from '../clauses/authorization.ts'

export const authorizationKeys = {
  'auth.unknown-key': {
    checked:
      'gatecheck sends a random key and the bare prefix cl_ to every endpoint (smoke: to one). Generated requests ' +
      'also use invented keys, such as cl_test. Each must return 401.',
    violation: 'A request with a key that was never issued returns 200 or 202, or returns 403 or 404 instead of 401.',
    cause:
      'The server checks only that the key starts with cl_, a development setting that accepts any key is active, ' +
      'or one route skips the lookup.',
    remedy:
      'Look up the hash of the key in the table of issued keys, refuse keys without a match, and remove any bypass ' +
      'for development.',
  },
  'auth.whole-key-compared': {
    checked:
      'gatecheck alters the valid key at its start, middle and end (standard and full: at every position). ' +
      'Generated requests also send halves of the key. Each altered key must return 401 while the intact key works.',
    violation:
      'A request with a key whose last character differs, or that has an extra character at its end, returns 200.',
    cause:
      'Only the prefix and last characters kept for display are compared, or the key is truncated to a column ' +
      'length or trimmed before it is hashed.',
    remedy:
      'Hash the key exactly as received, compare the complete hash with the stored one, and use the stored ' +
      'characters for display only.',
  },
  'auth.letter-case-counts': {
    checked:
      'gatecheck changes the letters after the prefix to the other case, to upper case and to lower case. It sends ' +
      'each of these keys to each endpoint. Each request must return 401.',
    violation: 'GET /models with the part after cl_ in upper case returns 200 and the usual list.',
    cause:
      'The header is lower-cased before the key is read, or keys are looked up in a column with a case-insensitive ' +
      'collation.',
    remedy:
      'Hash the key in its original letter case, use a case-sensitive collation for columns compared with it, and ' +
      'lower-case at most the scheme.',
  },
  'auth.prefix-belongs-to-the-key': {
    checked:
      'gatecheck requests each endpoint with Bearer and the valid key without cl_. Generated requests also send the ' +
      'prefix in upper case. Each must return 401.',
    violation: 'A request with Bearer and only the part after the underscore returns 200, like the complete key.',
    cause:
      'The prefix is removed before hashing if it is present, or the key was stored without it, so that both ' +
      'spellings match.',
    remedy: 'Store and hash keys with their prefix, and refuse a value that does not start with cl_ before the lookup.',
  },
  'auth.revoked-key': {
    checked:
      'gatecheck sends the configured revoked key to every endpoint (smoke: to one). Each request must return 401. ' +
      'Without such a key the clause is not tested.',
    violation:
      'A request with the revoked key still returns 200, perhaps only for some minutes, or returns 403 with a note ' +
      'that the key is no longer valid.',
    cause:
      'A cache of valid keys outlives the revocation, a lookup ignores the revoked flag, or single routes have ' +
      'their own lookup.',
    remedy:
      'Check the revocation on each request or evict the cached entry when a key is revoked, and use the same ' +
      'lookup for all routes.',
  },
  'auth.key-never-shown': {
    checked:
      'gatecheck searches status lines, headers and bodies of all responses for the complete keys of the run, also ' +
      'in encodings such as base64 or percent-encoding. One occurrence fails the clause.',
    violation:
      'An error message repeats the received Authorization header, or a usage record contains the full key instead ' +
      'of its prefix and last characters.',
    cause:
      'Debug output echoes request headers, error handlers print the rejected value, or a record is serialized ' +
      'with all of its columns.',
    remedy:
      'Build responses from a list of permitted fields, never from the request or a whole record, and mask keys in ' +
      'error messages.',
  },
  'browser.no-other-origin': {
    checked:
      'gatecheck sends preflights with foreign origins to the endpoints, followed by the requests that a browser ' +
      'would send. It evaluates the CORS headers of both as a browser does.',
    violation:
      "The preflight returns 2xx and allows the page's origin, or any, and the header authorization; the response " +
      'to the actual request then has Access-Control-Allow-Origin for that page.',
    cause:
      'A CORS middleware is active with permissive defaults, the Origin header is echoed without an allow list, or ' +
      'a gateway adds such headers.',
    remedy:
      "Remove the CORS middleware or the gateway's rule from these routes, so that neither preflights nor " +
      'responses have Access-Control headers for other origins.',
  },
} satisfies Partial<Record<(typeof clauses)[number]['id'], Explanation>>
