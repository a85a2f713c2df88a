import { randomUUID } from 'node:crypto'
import type { Io } from '../io.ts'

export const isOnGithub = ({ env }: Io) => env.GITHUB_ACTIONS === 'true'

/** GitHub takes commands out of whatever is printed, and a server's words may be some. */
export function print(io: Io, text: string): void {
  const word = randomUUID()
  io.stdout.write(isOnGithub(io) ? `::stop-commands::${word}\n${text}::${word}::\n` : text)
}
