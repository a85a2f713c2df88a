import type { OpenPointData } from './clause.ts'

/** What the specification leaves to the server. Never judged: the choice is found out, recorded and compared over time. */
export const OPEN_POINTS = [
  // Submission
  { id: 'id.place', section: '§4', question: 'Where in the answer to a submission does the job id stand?' },
  { id: 'id.form', section: '§2', question: 'What do job ids look like, and of which JSON type are they?' },
  { id: 'refusal.status', section: '§7', question: 'With which status is a bad submission refused?' },
  {
    id: 'error.shape',
    section: '§7',
    question: 'What shape does the body of an error have, and where does it show its code?',
  },
  { id: 'body.content-type', section: '§4', question: 'Does the Content-Type of a submission matter?' },
  { id: 'body.extra-fields', section: '§4', question: 'Is a submission with a field that nobody knows accepted?' },
  { id: 'body.duplicate-keys', section: '§4', question: 'Is a submission that names a field twice accepted?' },
  { id: 'body.byte-order-mark', section: '§4', question: 'Is a body with a byte order mark before it accepted?' },
  { id: 'body.null-for-optional', section: '§4', question: 'Is null accepted in place of an optional field?' },
  {
    id: 'body.numbers-beyond-double',
    section: '§4',
    question: 'Is a number with more digits than a double holds accepted?',
  },
  {
    id: 'prompt.with-image',
    section: '§4',
    question: 'What happens when a prompt and an image are both given, or a bad one beside a good one?',
  },
  {
    id: 'prompt.blank',
    section: '§4',
    question: 'Is a prompt of nothing but white or zero-width characters accepted?',
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
  { id: 'ratio.extreme', section: '§4', question: 'Are ratios narrower than 1:4 or wider than 4:1 accepted?' },
  {
    id: 'bit-depth.default',
    section: '§4',
    question: 'Which bit depth has a video at 480p, 720p and 2k when none is asked for?',
  },
  {
    id: 'image.unreachable',
    section: '§4',
    question: 'Is an https image that cannot be fetched refused at once, or does its job fail?',
  },
  {
    id: 'image.lenient-spelling',
    section: '§4',
    question: 'Are image addresses accepted that only a forgiving reader takes for an https URL?',
  },
  // Authorization and paths
  { id: 'auth.lower-case-bearer', section: '§5', question: 'Is the scheme accepted in lower case?' },
  { id: 'auth.extra-spaces', section: '§5', question: 'Are extra spaces between the scheme and the key accepted?' },
  { id: 'auth.two-headers', section: '§5', question: 'What is the answer to two Authorization headers?' },
  { id: 'auth.www-authenticate', section: '§5', question: 'Does a 401 carry WWW-Authenticate?' },
  { id: 'paths.unknown-without-key', section: '§7', question: 'Is an unknown path without a key answered 401 or 404?' },
  { id: 'paths.wrong-method', section: '§7', question: 'Is a wrong method on a known path answered 404 or 405?' },
  { id: 'paths.head', section: '§4', question: 'How is HEAD answered?' },
  { id: 'paths.other-version', section: '§9', question: 'How is a path under another version answered?' },
  { id: 'paths.trailing-slash', section: '§4', question: 'Is a path with a slash behind it the same path?' },
  { id: 'paths.encoded-slash', section: '§4', question: 'Is a path the same whose slash is written %2F?' },
  // Jobs
  { id: 'jobs.first-status', section: '§3', question: 'Which status does the first poll of a job show?' },
  {
    id: 'jobs.order-of-states',
    section: '§3',
    question: 'Which unfinished states does a job pass, and in which order?',
  },
  { id: 'jobs.polls-to-the-end', section: '§3', question: 'How many polls does a job need?' },
  { id: 'jobs.stage-while-queued', section: '§3', question: 'Does a queued job show a stage?' },
  {
    id: 'jobs.fields-where-not-required',
    section: '§2',
    question: 'Are stage, url and error shown, or null, where they need not be?',
  },
  { id: 'jobs.extra-fields', section: '§2', question: 'Which further fields has the job record?' },
  { id: 'jobs.url-anew-on-each-read', section: '§2', question: 'Is the url of a finished job the same on each read?' },
  { id: 'jobs.url-host', section: '§2', question: "Does the url lead to the server's own host, and by which scheme?" },
  { id: 'jobs.url-lifetime', section: '§8', question: 'How long, and how often, does the url work?' },
  // Limits and readings
  { id: 'polls.limited', section: '§8', question: 'Are polls answered 429, or with Retry-After?' },
  { id: 'capacity.scope', section: '§8', question: 'Is capacity counted by account?' },
  { id: 'capacity.reading-moves', section: '§4', question: 'Does GET /capacity move with the jobs?' },
  { id: 'models.shape', section: '§4', question: 'What shape has the list of models?' },
  { id: 'usage.shape', section: '§4', question: 'What shape has the usage, and what does it count?' },
  { id: 'capacity.shape', section: '§4', question: 'What shape has the capacity?' },
  { id: 'balance.shape', section: '§4', question: 'What shape has the balance?' },
  // HTTP
  { id: 'http.compression', section: '§4', question: 'Are answers compressed when nobody asked for it?' },
  { id: 'http.charset', section: '§4', question: 'Which charset do JSON answers name?' },
  { id: 'http.connection-reuse', section: '§4', question: 'Do connections stay open between requests?' },
] as const satisfies readonly OpenPointData[]

export type OpenPointId = (typeof OPEN_POINTS)[number]['id']
export type OpenPoint = OpenPointData & { id: OpenPointId }

const byId = new Map<string, OpenPoint>(OPEN_POINTS.map((point) => [point.id, point]))

export function openPoint(id: OpenPointId): OpenPoint {
  return byId.get(id)!
}
