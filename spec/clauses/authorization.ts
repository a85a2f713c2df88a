import type { ClauseData } from '../clause.ts'

export const authorization = [
  {
    id: 'auth.header-required',
    level: 'must',
    section: '§5.2',
    rule: 'A request without an Authorization header returns 401 on every endpoint.',
    explanation: {
      checked:
        'gatecheck repeats a valid request to each of the six endpoints without its Authorization header; each must ' +
        'return 401. In the standard and full profiles, it also sends GETs with unusual spellings of the paths, ' +
        'which must not return 2xx.',
      violation:
        'A GET or POST without an Authorization header returns 200 or 202 with data, or is refused with 400, 403 or ' +
        'a redirect to a sign-in page.',
      cause:
        'The key check is attached to each route and one was forgotten, or it compares the raw path, so that a ' +
        'double slash or a percent-encoded letter bypasses it.',
      remedy:
        'Run the check before the router, so that it covers everything below the base URL by default, and return 401 ' +
        'if the header is missing.',
    },
  },
  {
    id: 'auth.only-the-header-counts',
    level: 'must',
    section: '§5.1',
    rule: 'A request with a valid key in the query, a cookie or another header instead of Authorization returns 401.',
    explanation: {
      checked:
        'gatecheck omits the Authorization header and sends the key in common query parameters, cookies, headers ' +
        'such as X-API-Key, or the JSON of a submission. Each request must return 401.',
      violation: 'GET /models?access_token=cl_... or a request with the key in a cookie returns 200.',
      cause:
        'An authentication library reads several places by default, or a query parameter that was added for a ' +
        'download link or a quick test was never removed.',
      remedy:
        'Read the key from the Authorization header only, and disable every other extractor, including those of a ' +
        'gateway.',
    },
  },
  {
    id: 'auth.scheme-is-bearer',
    level: 'must',
    section: '§5.1',
    rule: 'A request with a valid key and a scheme other than Bearer returns 401.',
    explanation: {
      checked:
        'gatecheck sends the valid key with the schemes Basic, Token, ApiKey and Digest, and as user or password of ' +
        'base64 Basic credentials. Generated requests also use words that resemble Bearer. Each must return 401.',
      violation: 'Authorization: Token cl_... or Authorization: Basic with the encoded key returns 2xx.',
      cause:
        'The server splits the header at the first space and uses the last part, a library accepts several schemes ' +
        'by default, or only the start of the word is compared.',
      remedy:
        'Compare the whole first word of the header with Bearer before you look up the key, and refuse everything ' +
        'else. Letter case is an open point.',
    },
  },
  {
    id: 'auth.bare-key-refused',
    level: 'must',
    section: '§5.1',
    rule: 'A request with a valid key but no scheme in the Authorization header returns 401.',
    explanation: {
      checked:
        'gatecheck requests each endpoint with an Authorization header that contains only the valid key. Each ' +
        'request must return 401.',
      violation: 'Authorization: cl_... without a scheme returns 200, or 202 and a new job.',
      cause:
        'The code removes the word Bearer if it is present and continues with the rest, so that a header without it ' +
        'passes unchanged.',
      remedy:
        'Match the whole header against a pattern with scheme, space and key, and treat any other header as missing.',
    },
  },
  {
    id: 'auth.header-form',
    level: 'must',
    section: '§5.1',
    rule:
      'A request returns 401 if its Authorization header is not Bearer and exactly one key (no space, Bearer twice, ' +
      'no key, two keys).',
    explanation: {
      checked:
        'gatecheck sends the header empty, with Bearer alone, without a space, with Bearer twice, and with two ' +
        'tokens. Generated requests also use quotes, colons and lists. Each must return 401.',
      violation:
        'Authorization: Bearer Bearer cl_... or a valid key followed by a second token returns 2xx, or an empty ' +
        'header returns 400 or 500.',
      cause:
        'Lenient parsing: a split at white space that uses the first or last part, a search for the key anywhere in ' +
        'the header, or an index error on a short value.',
      remedy:
        'Split the value into scheme and key, check that there are exactly two parts before you use them, and return ' +
        '401 otherwise.',
    },
  },
  {
    id: 'auth.unknown-key',
    level: 'must',
    section: '§5.2',
    rule: 'A request with a well-formed but unknown key returns 401.',
    explanation: {
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
  },
  {
    id: 'auth.whole-key-compared',
    level: 'must',
    section: '§5.2',
    rule: 'A request with a valid key in which any one character is changed, removed or added returns 401.',
    explanation: {
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
  },
  {
    id: 'auth.letter-case-counts',
    level: 'must',
    section: '§5.2',
    rule: 'A request with a valid key whose letters after the prefix have another case returns 401.',
    explanation: {
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
  },
  {
    id: 'auth.prefix-belongs-to-the-key',
    level: 'must',
    section: '§5.1',
    rule: 'A request with a valid key without its cl_ prefix returns 401.',
    explanation: {
      checked:
        'gatecheck requests each endpoint with Bearer and the valid key without cl_. Generated requests also send ' +
        'the prefix in upper case. Each must return 401.',
      violation: 'A request with Bearer and only the part after the underscore returns 200, like the complete key.',
      cause:
        'The prefix is removed before hashing if it is present, or the key was stored without it, so that both ' +
        'spellings match.',
      remedy:
        'Store and hash keys with their prefix, and refuse a value that does not start with cl_ before the lookup.',
    },
  },
  {
    id: 'auth.comes-first',
    level: 'must',
    section: '§5.2',
    rule: 'A request without a valid key returns 401 even if its body or job id is invalid too.',
    explanation: {
      checked:
        'gatecheck adds a second defect to submissions and polls without a valid key: an empty or malformed body, a ' +
        'value out of range, another Content-Type, an unknown id. The status must still be 401.',
      violation:
        'A POST without a key and with half a JSON object returns 400 or 415, or a poll with an unknown key and an ' +
        'unknown id returns 404.',
      cause:
        'Body parsing and validation run before authentication, or the job is looked up before the key is checked.',
      remedy:
        'Move the key check to the start of the request pipeline, before body parsing, content-type checks, ' +
        'validation and job lookups.',
    },
  },
  {
    id: 'auth.every-request-anew',
    level: 'must',
    section: '§5.1',
    rule: 'A key counts only for the request that carries it, even on a reused connection.',
    explanation: {
      checked:
        'On one kept-alive connection, gatecheck sends a valid request and then one without a key or with an unknown ' +
        'key, to each endpoint. The second request must return 401.',
      violation:
        'The second request on the connection returns 200 without a key, while the same request on a new connection ' +
        'is refused.',
      cause:
        'The identity is stored on the socket or in a variable shared between requests, or a proxy authenticates a ' +
        'connection once and reuses the result.',
      remedy:
        'Keep the authenticated account in a context that is created for each request, and make sure that no proxy ' +
        'or pool carries it over.',
    },
  },
  {
    id: 'auth.revoked-key',
    level: 'must',
    section: '§5.2',
    rule: 'A request with a revoked key returns 401 on every endpoint.',
    needs: ['revoked-key'],
    explanation: {
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
  },
  {
    id: 'auth.key-never-shown',
    level: 'must',
    section: '§5.5',
    rule: 'No response contains a full key.',
    explanation: {
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
  },
  {
    id: 'browser.no-other-origin',
    level: 'must',
    section: '§5.4',
    rule: 'CORS headers never let a page from another origin read a response.',
    explanation: {
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
  },
] as const satisfies readonly ClauseData[]
