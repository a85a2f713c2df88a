import { KEY_PREFIX } from '../../spec/words.ts'

const START = KEY_PREFIX.length + 4
/** Long enough to be a key, or the better part of one. */
const KEY = new RegExp(`${KEY_PREFIX}[A-Za-z0-9]{8,}`, 'gi')

/** No key in full: what the service itself keeps of one, a short prefix and the last four characters. */
export function masked(text: string): string {
  return text.replace(KEY, (key) => `${key.slice(0, START)}…${key.slice(-4)}`)
}

export function maskedHeaders(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at], rawHeaders[at + 1]]
    pairs.push([name, maskedValue(name.toLowerCase(), value)])
  }
  return pairs
}

/** Credentials of any other form are nobody's business, either. */
function maskedValue(name: string, value: string): string {
  const shown = masked(value)
  return /^(proxy-)?authorization$|^cookie$/.test(name) && shown === value && value !== '' ? wordAlone(value) : shown
}

function wordAlone(value: string): string {
  const [word = '', ...rest] = value.split(' ')
  return rest.length > 0 ? `${word} …` : '…'
}
