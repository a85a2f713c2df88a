import type { Means } from './means.ts'

/** Everything that a run can be given. */
export const MEANS = {
  aliases: ['swift', 'studio'],
  alias: 'swift',
  imageUrl: 'https://images.test/lighthouse.png',
  failingPrompt: 'A video that cannot be made',
  sameAccountKey: true,
  prompt: 'A paper boat.',
} satisfies Means
