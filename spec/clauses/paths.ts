import type { ClauseData } from '../clause.ts'

export const paths = [
  {
    id: 'paths.version-once',
    level: 'must',
    section: '§7',
    rule: 'With a valid key, a path with the version doubled returns 404, for GET and POST.',
    explanation: {
      checked:
        'gatecheck sends valid requests to the endpoints (smoke: to two) at a path with /v1/v1; each must return ' +
        '404. It also sends GETs with an extra slash or dot between the two, which must not succeed.',
      violation: 'GET /v1/v1/models returns 200 with the models, or POST /v1/v1/videos creates a job.',
      cause:
        'Rewrite rules strip the version repeatedly, or routes are mounted both with and without it. Some routers ' +
        'collapse repeated segments.',
      remedy:
        'Strip or match the version exactly once, in one place, and let paths that still start with it reach the ' +
        'not-found handler.',
    },
  },
  {
    id: 'paths.version-present',
    level: 'must',
    section: '§7',
    rule: 'With a valid key, a path without the version returns 404, for GET and POST.',
    explanation: {
      checked:
        'gatecheck sends valid requests to the endpoints (smoke: to two) without /v1 in the path. Each must return ' +
        '404.',
      violation:
        'GET /models directly below the host returns 200 with data, a redirect to the versioned path, or an HTML ' +
        'page.',
      cause:
        'The application is mounted at the root as well as below the version, a proxy sends both to the same ' +
        'upstream, or a single-page site returns its start page for every path.',
      remedy:
        'Mount the endpoints below /v1 only, and give the root a handler that returns 404 before any redirect or ' +
        'fallback page.',
    },
  },
  {
    id: 'paths.unknown-path',
    level: 'should',
    section: '§7',
    rule: 'With a valid key, an unknown path below the version returns 404.',
    explanation: {
      checked:
        'gatecheck appends random names to the base URL, to known endpoints and to real jobs, mostly for GET and ' +
        'once for POST, with a valid key. Each request should return 404.',
      violation:
        'GET /v1/models/anything returns the list of models with 200, or an unknown path returns 400, 403 or a ' +
        'redirect.',
      cause:
        'Routes that match by prefix, catch-all handlers and wildcard mounts, or a fallback that reads unknown names ' +
        'as ids.',
      remedy:
        'Match the complete path in each route, and end the routing table with one handler that returns 404 and ' +
        'not_found.',
    },
  },
  {
    id: 'paths.odd-id',
    level: 'should',
    section: '§7',
    rule: 'With a valid key, a malformed job id returns 404 like any unknown id.',
    explanation: {
      checked:
        'gatecheck polls ids such as null, -1, an emoji, words with spaces and random variations of real ids. Each ' +
        'poll should return 404. A poll of an id that resembles the path of another endpoint may return any status ' +
        'except 2xx.',
      violation:
        'GET /v1/videos/not-a-job returns 400, 422 or 500, or an id with an encoded slash and dots returns the ' +
        'response of another endpoint.',
      cause:
        'The id is first parsed as a UUID or a number, and a failure is reported as invalid input or crashes. ' +
        'Proxies that normalize paths let such ids reach other routes.',
      remedy:
        'Treat an id that cannot be parsed as unknown, and route on the path before percent-decoding it, so that an ' +
        'encoded slash stays part of the id.',
    },
  },
] as const satisfies readonly ClauseData[]
