import type { Explanation } from '../clause.ts'
import type { paths as clauses } from '../clauses/paths.ts'

export const paths: Record<(typeof clauses)[number]['id'], Explanation> = {
  'paths.version-once': {
    checked:
      'The endpoints, in a smoke run two of them, are asked with a good key at a path in which /v1 stands twice in a ' +
      'row, and 404 is expected. GETs with an extra slash or dot between the two must at least not succeed.',
    violation: 'GET /v1/v1/models is answered 200 with the models, or POST /v1/v1/videos makes a job.',
    cause:
      'Rewrite rules that strip the version are often applied until nothing is left to strip, or routes are mounted ' +
      'both with and without it; some routers collapse repeated segments.',
    remedy:
      'Strip or match the version exactly once, in one place, and let whatever still begins with it afterwards fall ' +
      'through to the not-found handler.',
  },
  'paths.version-present': {
    checked:
      'Good requests to the endpoints, in a smoke run to two of them, are sent again with /v1 taken out of the path, ' +
      'and the status is compared with 404.',
    violation:
      'GET /models directly below the host returns 200 and data, or a redirect to the versioned path, or an HTML ' +
      'page in its place.',
    cause:
      'The application is often mounted at the root as well as below the version, or a proxy sends both to the same ' +
      'upstream; a single-page site may answer every path with its start page.',
    remedy:
      'Mount the endpoints below /v1 only, and give the root a handler that answers 404 before any redirect or ' +
      'fallback page takes over.',
  },
  'paths.unknown-path': {
    checked:
      'Invented names are appended to the base URL, to known endpoints and to real jobs, mostly for GET and once for ' +
      'POST, always with a good key. What comes back should be 404.',
    violation:
      'GET /v1/models/anything returns the list of models with 200, or an invented path is answered 400, 403 or with ' +
      'a redirect.',
    cause:
      'Routes that match by their beginning, catch-all handlers and wildcard mounts are the usual causes; a fallback ' +
      'that takes unknown names for ids is another.',
    remedy:
      'Let routes match the complete path, and end the routing table with one handler that answers 404 and ' +
      'not_found.',
  },
  'paths.odd-id': {
    checked:
      'Ids such as null, -1, an emoji or words with spaces are polled with a good key, besides drawn variations of ' +
      'real ids, and should bring 404. Ids that look like the path of another endpoint must simply not succeed.',
    violation:
      'GET /v1/videos/not-a-job is answered 400, 422 or 500, or an id with an encoded slash and dots brings the ' +
      'answer of another endpoint.',
    cause:
      'Typically the id is parsed into a UUID or a number first, and a failure there is reported as bad input or ' +
      'crashes; a proxy that normalises paths explains ids that climb to other routes.',
    remedy:
      'Treat an id that cannot be parsed as one that is not there, and route on the path before percent-decoding it, ' +
      'so that an encoded slash stays part of the id.',
  },
}
