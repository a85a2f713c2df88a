import type { Io } from '../io.ts'

export function screenOf(io: Io, name: 'stdout' | 'stderr' = 'stdout') {
  const { env } = io
  const { isTTY, columns = 100 } = io[name]
  const interactive = isTTY === true && env.TERM !== 'dumb'
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0'
  return { interactive, color: !env.NO_COLOR && (interactive || forced), width: Math.max(60, Math.min(columns, 140)) }
}
