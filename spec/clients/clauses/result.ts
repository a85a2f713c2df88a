import type { ClientClauseData } from '../clause.ts'

export const result = [
  {
    id: 'client.says-that-a-job-failed',
    level: 'should',
    section: '§3',
    rule: "If its job failed, the client exits with an error, prints the error's code or message, and downloads nothing.",
  },
  {
    id: 'client.ends-well-only-with-a-video',
    level: 'should',
    section: '§1.2',
    rule: 'The client exits with code 0 only if it has the video or its url.',
  },
  {
    id: 'client.fetches-the-url-as-given',
    level: 'should',
    section: '§2',
    rule: 'The client fetches the video from the unchanged url, including the query.',
  },
  {
    id: 'client.fetches-without-the-key',
    level: 'should',
    section: '§5.4',
    rule: 'The client fetches the video without the key, even on the origin of the base URL.',
  },
  {
    id: 'client.fetches-before-the-url-expires',
    level: 'should',
    section: '§3',
    rule: 'The client fetches the video before its url expires.',
  },
] as const satisfies readonly ClientClauseData[]
