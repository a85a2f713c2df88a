/** JSON leaves characters unescaped that a terminal obeys; escaped, they mean the same to whoever parses it. */
const OBEYED = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu
/** Most that is written holds nothing but what a typewriter has, and to see that takes a tenth of the time. */
const ANYTHING_ELSE = /[^\n -~]/

export function escapeObeyed(json: string): string {
  if (!ANYTHING_ELSE.test(json)) return json
  return json.replace(OBEYED, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
