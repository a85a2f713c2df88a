import type { EventEmitter } from 'node:events'
import type { Progress } from '../engine/run/progress.ts'

/** What a command has of its process: `process` itself, or in a test what stands in for it. Signals are its events. */
export type Io = Pick<EventEmitter, 'on' | 'once' | 'off'> & {
  /** Where a person types answers and keys. */
  stdin?: NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  stdout: Output
  stderr: Output
  env: Environment
  /** Takes the progress of a run, instead of lines on stderr. */
  onProgress?(progress: Progress): void
  /** Set by a command that does not pass. */
  exitCode?: number | string | null | undefined
}

type Output = { write(text: string): unknown; isTTY?: boolean; columns?: number }

export type Environment = Readonly<Record<string, string | undefined>>
