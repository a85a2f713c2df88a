/** What is known of the terminal, asked in one place. */
export function screenOf(stream: NodeJS.WriteStream): { color: boolean; width: number; interactive: boolean } {
  const interactive = stream.isTTY === true && process.env.TERM !== 'dumb'
  const forced = process.env.FORCE_COLOR !== undefined && process.env.FORCE_COLOR !== '0'
  const refused = Boolean(process.env.NO_COLOR)
  return {
    interactive,
    color: !refused && (interactive || forced),
    width: Math.max(60, Math.min(stream.columns ?? 100, 140)),
  }
}
