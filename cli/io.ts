import type { EventEmitter } from 'node:events'
import type { Progress } from '../engine/run/progress.ts'

/** The part of `process` that commands use; tests pass a substitute. Signals are its events. */
export type Io = Pick<EventEmitter, 'on' | 'once' | 'off'> & {
  /** For typed answers and keys. */
  stdin?: NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  stdout: Output
  stderr: Output
  env: Environment
  /** Receives the progress of a run, instead of lines on stderr. */
  onProgress?(progress: Progress): void
  /** Set by a command that does not pass. */
  exitCode?: number | string | null | undefined
}

type Output = { write(text: string): unknown; isTTY?: boolean; columns?: number }

export type Environment = Readonly<Record<string, string | undefined>>
