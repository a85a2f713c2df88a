import type { Explanation } from '../clause.ts'
import type { authorization as clauses } from '../clauses/authorization.ts'

export const authorizationHeader = {
  'auth.header-required': {
    checked:
      'The good request of each of the six endpoints is sent again without its Authorization header and must come ' +
      'back as 401. From the standard profile on, GETs at odd spellings of the paths are tried the same way, and ' +
      'none of those may be answered 2xx.',
    violation:
      'A GET or POST that carries no Authorization header is answered 200 or 202 with data in the body, or turned ' +
      'away differently, with 400, 403 or a redirect to a sign-in page.',
    cause:
      'Often the key check is attached route by route and one route was forgotten, or it compares the raw path, so ' +
      'that a doubled slash or a percent-encoded letter slips past it.',
    remedy:
      'Put the check in front of the router, so that it covers everything under the base URL by default, and answer ' +
      '401 when the header is absent.',
  },
  'auth.only-the-header-counts': {
    checked:
      'The key is taken out of the header and placed in common query parameters, in cookies, in headers such as ' +
      'X-API-Key, or in the JSON of a submission. Each of these requests is expected to meet 401, just as if it ' +
      'carried no key at all.',
    violation:
      'GET /models?access_token=cl_... or a request with the key in a cookie comes back as 200, as if the header had ' +
      'been there.',
    cause:
      'Frequently an authentication library looks in several places by default, or a query parameter was allowed ' +
      'once for a download link or a quick test in the browser and was never removed.',
    remedy:
      'Configure the key lookup to read the Authorization header alone, and switch off every other extractor, ' +
      'including any that a gateway brings along.',
  },
  'auth.scheme-is-bearer': {
    checked:
      'The good key is sent behind the words Basic, Token, ApiKey and Digest, and as the user or password of Basic ' +
      'credentials in base64; drawn requests add words that merely look like Bearer. The status is compared with 401 ' +
      'each time.',
    violation:
      'A header such as Authorization: Token cl_... or Authorization: Basic with the encoded key is served with 2xx.',
    cause:
      'The server usually splits the header at the first space and takes whatever comes last, or a library accepts ' +
      'several schemes out of the box; sometimes only the beginning of the word is compared.',
    remedy:
      'Compare the whole first word of the header with Bearer before any key is looked up, and refuse everything ' +
      'else. Whether its letter case matters is your own choice.',
  },
  'auth.bare-key-refused': {
    checked:
      'Each endpoint is asked with an Authorization header that holds the good key and nothing else, and the status ' +
      'is held against 401.',
    violation: 'Authorization: cl_... without any scheme in front is answered with 200, or with 202 and a new job.',
    cause:
      'Most often the code strips the word Bearer if it happens to be there and goes on with whatever remains, so a ' +
      'header without it passes unchanged.',
    remedy:
      'Match the whole header against a pattern that demands the scheme, a space and the key, and treat a header ' +
      'that does not match as if there were none.',
  },
  'auth.header-form': {
    checked:
      'Headers are sent that are empty, hold Bearer alone, run it into the key, repeat it, or carry two tokens; ' +
      'drawn requests add quotes, colons and lists. Anything but 401 in return breaks the clause.',
    violation:
      'Authorization: Bearer Bearer cl_... or a good key followed by a second token is served with 2xx, or an empty ' +
      'header brings 400 or 500.',
    cause:
      'Lenient parsing is the usual reason: a split at white space that takes the first or last piece, a search for ' +
      'the key anywhere in the header, or an index error on a value that is too short.',
    remedy:
      'Split the value into the scheme and one key without spaces, verify that there are exactly these two parts ' +
      'before anything is indexed, and return 401 for any other number of them.',
  },
  'auth.comes-first': {
    checked:
      'Submissions and polls without a good key are made wrong in a second way: an empty or broken body, a value out ' +
      'of range, another Content-Type, an id that no job has. The status must still be the 401 that the key alone ' +
      'brings about.',
    violation:
      'A POST without a key but with half a JSON object is answered 400 or 415, or a poll with an invented key is ' +
      'answered 404 because the id is invented, too.',
    cause:
      'Body parsing and validation often run as earlier middleware than authentication, or the job is looked up ' +
      'before the key is checked.',
    remedy:
      'Move the key check to the very front of the request pipeline, ahead of body parsing, content-type checks, ' +
      'validation and any lookup of a job.',
  },
  'auth.every-request-anew': {
    checked:
      'On one kept-alive connection a good request is followed at once by one with no key or an unknown one, at each ' +
      'endpoint. The second must be refused with 401 whatever the first one carried.',
    violation:
      'The second request on the connection is answered 200 although it carries no key, while the same request on a ' +
      'fresh connection is refused.',
    cause:
      'Usually the identity is stored on the socket or in a variable shared between requests, or a proxy in front ' +
      'authenticates a connection once and reuses the result for what follows on it.',
    remedy:
      'Keep the authenticated account in a context that is created empty for each request, and make sure that no ' +
      'proxy or pool carries it over to the next one.',
  },
} satisfies Partial<Record<(typeof clauses)[number]['id'], Explanation>>
