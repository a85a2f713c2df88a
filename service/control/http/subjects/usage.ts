import { count, record } from '../route.ts'

export const USAGE = record({
  jobs: count('Number of accepted jobs.'),
  seconds: { type: 'number', minimum: 0, description: 'Requested seconds of video.' },
  credits: { type: 'number', minimum: 0, description: 'Credits charged for the jobs.' },
})
