import { randomUUID } from 'node:crypto'

export const isOnGithub = () => process.env.GITHUB_ACTIONS === 'true'

/** GitHub takes commands out of whatever is printed, and a server's words may be some. */
export function print(text: string): void {
  const word = randomUUID()
  process.stdout.write(isOnGithub() ? `::stop-commands::${word}\n${text}::${word}::\n` : text)
}
