import type { ClientClauseData } from '../clause.ts'

export const result = [
  {
    id: 'client.says-that-a-job-failed',
    level: 'should',
    section: '§3',
    rule: 'When its job failed, the client ends with a failure, shows the code or the message of the error, and downloads nothing.',
  },
  {
    id: 'client.ends-well-only-with-a-video',
    level: 'should',
    section: '§1.2',
    rule: 'The client ends well only when it has the video, or its url.',
  },
  {
    id: 'client.fetches-the-url-as-given',
    level: 'should',
    section: '§2',
    rule: 'The video is fetched from the url as it was given, query included.',
  },
  {
    id: 'client.fetches-without-the-key',
    level: 'should',
    section: '§5.4',
    rule: 'The video is fetched without the key, on the origin of the base URL, too.',
  },
  {
    id: 'client.fetches-before-the-url-expires',
    level: 'should',
    section: '§3',
    rule: 'The video is fetched before its url expires.',
  },
] as const satisfies readonly ClientClauseData[]
