import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Answer, Header } from '../../history/entry/exchange.ts'
import { recipesIn } from '../../keys/recipes.ts'
import type { Vault } from '../../keys/vault.ts'
import type { WireAnswer } from '../connections/sending.ts'
import { type Decoded, decodeBody } from './decode.ts'
import { inPlaceOf } from './not-kept.ts'
import { aTurnOfItsOwn } from './turns.ts'

type Raw = Omit<WireAnswer, 'begunAt'>

/** An answer as text, with recipes where keys stood. */
export async function readable(answer: Raw, vault: Vault): Promise<Answer> {
  const header = (name: string) => answer.headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? ''
  const isCut = answer.truncated
  const bytes = isCut ? answer.bytes.subarray(0, BOUNDS.keptOfLonger.most + BOUNDS.lookedAtBehind.most) : answer.bytes
  const decoded = await decodeBody(bytes, header('content-type'), header('content-encoding'), {
    most: BOUNDS.unpackedBytes.most,
    isCut,
  })
  if (decoded.text.length > BOUNDS.ordinaryCharacters.most) await aTurnOfItsOwn()
  const body = decoded.unread ? inPlaceOf(bytes, keysSeenIn(bytes, decoded, vault)) : vault.scrub(decoded.text)
  const [wholeStatusText = '', ...values] = vault.scrubTogether([
    answer.statusText,
    ...answer.headers.map(([, value]) => value),
  ])
  const statusText = wholeStatusText.slice(0, BOUNDS.statusTextCharacters.most)
  return {
    status: answer.status,
    ...(statusText !== '' && { statusText }),
    headers: answer.headers.map(([name], index): Header => [vault.scrub(name), values[index]!]),
    body: isCut && !decoded.unread ? withoutItsEnd(body) : body,
    bytes: answer.bytes.length,
    ...((isCut || decoded.longer) && { truncated: true as const }),
    ...(decoded.garbled && { garbled: vault.scrub(decoded.garbled) }),
  }
}

function keysSeenIn(bytes: Buffer, { text }: Decoded, vault: Vault): string[] {
  return [text, bytes.toString('latin1')].flatMap((guess) => recipesIn(vault.scrub(guess)).map((recipe) => recipe.text))
}

/** Whole recipes alone. */
export function withoutItsEnd(text: string): string {
  const kept = text.slice(0, Math.max(0, Math.min(BOUNDS.keptOfLonger.most, text.length - BOUNDS.lookedAtBehind.most)))
  const open = kept.lastIndexOf('{{')
  return open >= 0 && kept[open + 2] !== '}' && !kept.includes('}}', open)
    ? kept.slice(0, open)
    : kept.replace(/\{$/, '')
}
