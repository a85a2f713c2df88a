import type { ClientOpenPointData } from './clause.ts'

/** What the specification leaves to clients. Never judged: what each does is observed and told. */
export const CLIENT_OPEN_POINTS = [
  {
    id: 'client.shapes-it-worked-with',
    section: '§4',
    question: 'With which shapes of answers, for the id, the aliases and the codes, did it work?',
  },
  { id: 'client.spelling-of-bearer', section: '§5.1', question: 'How does it spell Bearer, and the space behind it?' },
  { id: 'client.slash-at-the-end', section: '§4', question: 'Does it put a slash at the end of a path?' },
  {
    id: 'client.readings',
    section: '§4',
    question: 'Which of /models, /usage, /capacity and /billing/balance does it read?',
  },
  { id: 'client.aliases', section: '§1.5', question: 'Which aliases does it choose?' },
  { id: 'client.first-poll', section: '§3', question: 'How soon after a submission does its first poll come?' },
  {
    id: 'client.after-a-lost-submission',
    section: '§4',
    question: 'What does it do when the answer to a submission is lost?',
  },
  { id: 'client.patience', section: '§3', question: 'How long does it go on polling in all?' },
  {
    id: 'client.after-server-errors',
    section: '§7',
    question: 'How does it wait out 5xx and broken connections?',
  },
  {
    id: 'client.after-short-waits',
    section: '§8',
    question: 'Does it poll sooner than 3 s after a 429 that asks for less?',
  },
  { id: 'client.connections', section: '§1', question: 'Does it use a connection for several requests?' },
  {
    id: 'client.headers',
    section: '§5.1',
    question: 'Which User-Agent, compression and headers of its own does it send?',
  },
  { id: 'client.download', section: '§3', question: 'Does it download the video itself, or hand on the url?' },
  { id: 'client.jobs-at-once', section: '§1.4', question: 'Does it poll several jobs at once?' },
] as const satisfies readonly ClientOpenPointData[]

export type ClientOpenPointId = (typeof CLIENT_OPEN_POINTS)[number]['id']
export type ClientOpenPoint = ClientOpenPointData & { id: ClientOpenPointId }

const byId = new Map<string, ClientOpenPoint>(CLIENT_OPEN_POINTS.map((point) => [point.id, point]))

export function clientOpenPoint(id: ClientOpenPointId): ClientOpenPoint {
  return byId.get(id)!
}
