/** JSON leaves characters unescaped that a terminal obeys; escaped, they mean the same to whoever parses it. */
const OBEYED = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu

export function escapeObeyed(json: string): string {
  return json.replace(OBEYED, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
