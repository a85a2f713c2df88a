import type { ClauseData } from '../clause.ts'

export const media = [
  {
    id: 'media.url-leads-to-a-video',
    level: 'must',
    section: '§2',
    rule: 'The url of a succeeded job returns a complete video, not an HTML page, an error, JSON or a truncated file.',
    needs: ['video'],
  },
  {
    id: 'media.resolution',
    level: 'must',
    section: '§4',
    rule: 'The video has the requested resolution, or 480p if none was requested.',
    needs: ['video'],
  },
  {
    id: 'media.duration',
    level: 'must',
    section: '§4',
    rule: 'The video has the requested duration, or 5 seconds if none was requested.',
    needs: ['video'],
  },
  {
    id: 'media.fps',
    level: 'must',
    section: '§4',
    rule: 'The video has the requested frame rate, or 24 fps if none was requested.',
    needs: ['video'],
  },
  {
    id: 'media.ratio',
    level: 'must',
    section: '§4',
    rule: 'The video has the requested aspect ratio, or 16:9 if none was requested.',
    needs: ['video'],
  },
  {
    id: 'media.bit-depth',
    level: 'must',
    section: '§4',
    rule: 'The video has the requested bit depth, or 10 at 1080p and 4k if none was requested.',
    needs: ['video'],
  },
  {
    id: 'media.url-needs-no-key',
    level: 'should',
    section: '§2',
    rule: 'The url works without the API key.',
    needs: ['video'],
  },
  {
    id: 'media.jobs-have-their-own-file',
    level: 'should',
    section: '§1.4',
    rule: 'Different jobs deliver different files.',
    needs: ['video'],
  },
] as const satisfies readonly ClauseData[]
