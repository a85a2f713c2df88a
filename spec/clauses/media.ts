import type { ClauseData } from '../clause.ts'

export const media = [
  {
    id: 'media.url-leads-to-a-video',
    level: 'must',
    section: '§2',
    rule: 'The url of a succeeded job leads to a whole video: no page, no error, no JSON, nothing missing at its end.',
    needs: ['video'],
  },
  {
    id: 'media.resolution',
    level: 'must',
    section: '§4',
    rule: 'The video has the class of size that was asked for, 480p if none was.',
    needs: ['video'],
  },
  {
    id: 'media.duration',
    level: 'must',
    section: '§4',
    rule: 'The video lasts as long as was asked for, 5 seconds if nothing was.',
    needs: ['video'],
  },
  {
    id: 'media.fps',
    level: 'must',
    section: '§4',
    rule: 'The video has the frame rate that was asked for, 24 if none was.',
    needs: ['video'],
  },
  {
    id: 'media.ratio',
    level: 'must',
    section: '§4',
    rule: 'The video has the shape that was asked for, 16:9 if none was.',
    needs: ['video'],
  },
  {
    id: 'media.bit-depth',
    level: 'must',
    section: '§4',
    rule: 'The video has the bit depth that was asked for, 10 at 1080p and 4k if none was.',
    needs: ['video'],
  },
  {
    id: 'media.url-needs-no-key',
    level: 'should',
    section: '§2',
    rule: 'The url answers without the key.',
    needs: ['video'],
  },
  {
    id: 'media.jobs-have-their-own-file',
    level: 'should',
    section: '§1.4',
    rule: 'Different jobs lead to different files.',
    needs: ['video'],
  },
] as const satisfies readonly ClauseData[]
