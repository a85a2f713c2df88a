import { masked } from '../../journal/masked.ts'

/** Made by the service itself: none holds a key, and each has to be good for the next request as it stands. */
const OURS = new Set(['id', 'keyId', 'job', 'href', 'baseUrl', 'prefix', 'lastFour'])

/** JSON with keys redacted in labels, prompts, names and messages. */
export function written(value: unknown, { except }: { except?: string } = {}): string {
  return JSON.stringify(value, (name, each) =>
    typeof each === 'string' && !OURS.has(name) && name !== except ? masked(each) : each,
  )
}
