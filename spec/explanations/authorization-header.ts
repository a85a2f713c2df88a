import type { Explanation } from '../clause.ts'
import type { authorization as clauses } from '../clauses/authorization.ts'

export const authorizationHeader = {
  'auth.header-required': {
    checked:
      'gatecheck repeats a valid request to each of the six endpoints without its Authorization header; each must ' +
      'return 401. In the standard and full profiles, it also sends GETs with unusual spellings of the paths, which ' +
      'must not return 2xx.',
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
  'auth.only-the-header-counts': {
    checked:
      'gatecheck omits the Authorization header and sends the key in common query parameters, cookies, headers such ' +
      'as X-API-Key, or the JSON of a submission. Each request must return 401.',
    violation: 'GET /models?access_token=cl_... or a request with the key in a cookie returns 200.',
    cause:
      'An authentication library reads several places by default, or a query parameter that was added for a ' +
      'download link or a quick test was never removed.',
    remedy:
      'Read the key from the Authorization header only, and disable every other extractor, including those of a ' +
      'gateway.',
  },
  'auth.scheme-is-bearer': {
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
  'auth.bare-key-refused': {
    checked:
      'gatecheck requests each endpoint with an Authorization header that contains only the valid key. Each request ' +
      'must return 401.',
    violation: 'Authorization: cl_... without a scheme returns 200, or 202 and a new job.',
    cause:
      'The code removes the word Bearer if it is present and continues with the rest, so that a header without it ' +
      'passes unchanged.',
    remedy:
      'Match the whole header against a pattern with scheme, space and key, and treat any other header as missing.',
  },
  'auth.header-form': {
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
  'auth.comes-first': {
    checked:
      'gatecheck adds a second defect to submissions and polls without a valid key: an empty or malformed body, a ' +
      'value out of range, another Content-Type, an unknown id. The status must still be 401.',
    violation:
      'A POST without a key and with half a JSON object returns 400 or 415, or a poll with an unknown key and an ' +
      'unknown id returns 404.',
    cause: 'Body parsing and validation run before authentication, or the job is looked up before the key is checked.',
    remedy:
      'Move the key check to the start of the request pipeline, before body parsing, content-type checks, ' +
      'validation and job lookups.',
  },
  'auth.every-request-anew': {
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
} satisfies Partial<Record<(typeof clauses)[number]['id'], Explanation>>
