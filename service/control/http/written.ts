import { masked } from '../../journal/masked.ts'

/** Ids made by the service itself: they hold no key, and must work in the next request as they are. */
const OURS = new Set(['id', 'keyId', 'job', 'href', 'baseUrl', 'prefix', 'lastFour'])

/** JSON with keys redacted in labels, prompts, names and messages. */
export function written(value: unknown, { except }: { except?: string } = {}): string {
  return JSON.stringify(value, (name, each) =>
    typeof each === 'string' && !OURS.has(name) && name !== except ? masked(each) : each,
  )
}
