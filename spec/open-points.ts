import type { OpenPointData } from './clause.ts'

/** What the specification leaves to the server. Never judged: the choice is observed, recorded and compared over time. */
export const OPEN_POINTS = [
  // Submission
  { id: 'id.place', section: '§4', question: 'Where in the response to a submission is the job id?' },
  { id: 'id.form', section: '§2', question: 'What do job ids look like, and which JSON type do they have?' },
  { id: 'refusal.status', section: '§7', question: 'Which status does a refused submission return?' },
  {
    id: 'error.shape',
    section: '§7',
    question: 'What shape does an error body have, and where is its error code?',
  },
  { id: 'body.content-type', section: '§4', question: 'Does the Content-Type of a submission matter?' },
  { id: 'body.extra-fields', section: '§4', question: 'Is a submission with an unknown field accepted?' },
  { id: 'body.duplicate-keys', section: '§4', question: 'Is a submission with a duplicate field accepted?' },
  { id: 'body.byte-order-mark', section: '§4', question: 'Is a body that starts with a byte order mark accepted?' },
  { id: 'body.null-for-optional', section: '§4', question: 'Is null accepted for an optional field?' },
  {
    id: 'body.numbers-beyond-double',
    section: '§4',
    question: 'Is a number with more digits than a double can hold accepted?',
  },
  {
    id: 'prompt.with-image',
    section: '§4',
    question: 'What happens if prompt and image are both given, or one of them is invalid?',
  },
  {
    id: 'prompt.blank',
    section: '§4',
    question: 'Is a prompt of only white space or zero-width characters accepted?',
  },
  { id: 'prompt.very-long', section: '§4', question: 'Is a very long prompt accepted?' },
  {
    id: 'prompt.control-characters',
    section: '§4',
    question: 'Is a prompt with NUL or other control characters accepted?',
  },
  { id: 'prompt.lone-surrogates', section: '§4', question: 'Is a prompt with half of a surrogate pair accepted?' },
  {
    id: 'words.other-letter-case',
    section: '§4',
    question: 'Are listed words accepted in another letter case, or with white space around them?',
  },
  {
    id: 'ratio.lenient-spelling',
    section: '§4',
    question: 'Are ratios with leading zeros, decimals, signs or spaces accepted?',
  },
  { id: 'ratio.extreme', section: '§4', question: 'Are extreme ratios accepted, such as 1:5 or 5:1?' },
  {
    id: 'bit-depth.default',
    section: '§4',
    question: 'Which bit depth does a video at 480p, 720p and 2k have if none was requested?',
  },
  {
    id: 'image.unreachable',
    section: '§4',
    question: 'Is an https image that cannot be fetched refused at once, or does its job fail?',
  },
  {
    id: 'image.lenient-spelling',
    section: '§4',
    question: 'Are image URLs accepted that only a lenient parser reads as https?',
  },
  // Authorization and paths
  { id: 'auth.lower-case-bearer', section: '§5', question: 'Is the scheme accepted in lower case?' },
  { id: 'auth.extra-spaces', section: '§5', question: 'Are extra spaces between the scheme and the key accepted?' },
  { id: 'auth.two-headers', section: '§5', question: 'What does a request with two Authorization headers return?' },
  { id: 'auth.www-authenticate', section: '§5', question: 'Does a 401 have a WWW-Authenticate header?' },
  { id: 'paths.unknown-without-key', section: '§7', question: 'Does an unknown path without a key return 401 or 404?' },
  { id: 'paths.wrong-method', section: '§7', question: 'Does a wrong method on a known path return 404 or 405?' },
  { id: 'paths.head', section: '§4', question: 'What does HEAD return?' },
  { id: 'paths.other-version', section: '§9', question: 'What does a path with another version return?' },
  {
    id: 'paths.trailing-slash',
    section: '§4',
    question: 'Does a path with a trailing slash lead to the same endpoint?',
  },
  {
    id: 'paths.encoded-slash',
    section: '§4',
    question: 'Does a path with %2F instead of a slash lead to the same endpoint?',
  },
  // Jobs
  { id: 'jobs.first-status', section: '§3', question: 'Which status does the first poll of a job show?' },
  {
    id: 'jobs.order-of-states',
    section: '§3',
    question: 'Which unfinished states does a job pass, and in which order?',
  },
  { id: 'jobs.polls-to-the-end', section: '§3', question: 'How many polls does a job need to finish?' },
  { id: 'jobs.stage-while-queued', section: '§3', question: 'Does a queued job have a stage?' },
  {
    id: 'jobs.fields-where-not-required',
    section: '§2',
    question: 'Are stage, url and error present, or null, where they are not required?',
  },
  { id: 'jobs.extra-fields', section: '§2', question: 'Which other fields does the job record have?' },
  { id: 'jobs.url-anew-on-each-read', section: '§2', question: 'Is the url of a finished job the same on each read?' },
  {
    id: 'jobs.url-host',
    section: '§2',
    question: "Does the url point to the server's own host, and which scheme does it have?",
  },
  { id: 'jobs.url-lifetime', section: '§8', question: 'How long, and how often, does the url work?' },
  // Limits and readings
  { id: 'polls.limited', section: '§8', question: 'Do polls return 429 or Retry-After?' },
  { id: 'capacity.scope', section: '§8', question: 'Is capacity counted per account?' },
  { id: 'capacity.reading-moves', section: '§4', question: 'Does GET /capacity change with the number of jobs?' },
  { id: 'models.shape', section: '§4', question: 'What shape does the list of models have?' },
  { id: 'usage.shape', section: '§4', question: 'What shape does the usage record have, and what does it count?' },
  { id: 'capacity.shape', section: '§4', question: 'What shape does the capacity record have?' },
  { id: 'balance.shape', section: '§4', question: 'What shape does the balance record have?' },
  // HTTP
  {
    id: 'http.compression',
    section: '§4',
    question: 'Are responses compressed although the client did not ask for it?',
  },
  { id: 'http.charset', section: '§4', question: 'Which charset do JSON responses name?' },
  { id: 'http.connection-reuse', section: '§4', question: 'Do connections stay open between requests?' },
] as const satisfies readonly OpenPointData[]

export type OpenPointId = (typeof OPEN_POINTS)[number]['id']
export type OpenPoint = OpenPointData & { id: OpenPointId }

const byId = new Map<string, OpenPoint>(OPEN_POINTS.map((point) => [point.id, point]))

export function openPoint(id: OpenPointId): OpenPoint {
  return byId.get(id)!
}
