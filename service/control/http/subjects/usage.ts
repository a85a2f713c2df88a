import { count, record } from '../route.ts'

export const USAGE = record({
  jobs: count('How many were accepted.'),
  seconds: { type: 'number', minimum: 0, description: 'Of video, ordered by them.' },
  credits: { type: 'number', minimum: 0, description: 'What they cost.' },
})
