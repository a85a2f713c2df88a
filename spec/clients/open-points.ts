import type { ClientOpenPointData } from '../clause.ts'

/** What the specification leaves to clients. Never judged: what each client does is observed and reported. */
export const CLIENT_OPEN_POINTS = [
  {
    id: 'client.shapes-it-worked-with',
    section: '§4',
    question: 'Which response shapes (id, aliases, error codes) did the client work with?',
  },
  {
    id: 'client.spelling-of-bearer',
    section: '§5.1',
    question: 'How does the client write Bearer and the space after it?',
  },
  { id: 'client.slash-at-the-end', section: '§4', question: 'Does the client add a slash at the end of a path?' },
  {
    id: 'client.readings',
    section: '§4',
    question: 'Which of /models, /usage, /capacity and /billing/balance does the client read?',
  },
  { id: 'client.aliases', section: '§1.5', question: 'Which aliases does the client choose?' },
  { id: 'client.first-poll', section: '§3', question: 'How soon after a submission does the client poll first?' },
  {
    id: 'client.after-a-lost-submission',
    section: '§4',
    question: 'What does the client do if the response to a submission is lost?',
  },
  { id: 'client.patience', section: '§3', question: 'How long does the client poll in total?' },
  {
    id: 'client.after-server-errors',
    section: '§7',
    question: 'How does the client retry after 5xx and network errors?',
  },
  {
    id: 'client.after-short-waits',
    section: '§8',
    question: 'Does the client poll sooner than 3 s after a 429 with a shorter Retry-After?',
  },
  { id: 'client.connections', section: '§1', question: 'Does the client reuse connections?' },
  {
    id: 'client.headers',
    section: '§5.1',
    question: 'Which User-Agent, compression and custom headers does the client send?',
  },
  { id: 'client.download', section: '§3', question: 'Does the client download the video itself, or pass on the url?' },
  { id: 'client.jobs-at-once', section: '§1.4', question: 'Does the client poll several jobs in parallel?' },
] as const satisfies readonly ClientOpenPointData[]

export type ClientOpenPointId = (typeof CLIENT_OPEN_POINTS)[number]['id']
export type ClientOpenPoint = ClientOpenPointData & { id: ClientOpenPointId }

const byId = new Map<string, ClientOpenPoint>(CLIENT_OPEN_POINTS.map((point) => [point.id, point]))

export function clientOpenPoint(id: ClientOpenPointId): ClientOpenPoint {
  return byId.get(id)!
}
