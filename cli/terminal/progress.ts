import type { Progress } from '../../engine/run/progress.ts'
import { progressLine, progressNote } from '../../reporters/progress.ts'
import type { Io } from '../io.ts'
import { screenOf } from './print.ts'

const REDRAW_MS = 100
const NOTE_MS = 10_000

/** On a terminal a line that is redrawn; elsewhere an occasional line. */
export type Shower = {
  show(progress: Progress): void
  clear(): void
  /** Prints an urgent message at once. */
  tell(words: string): void
}

export function showProgress(io: Io, quiet: boolean): Shower {
  const { interactive, width } = screenOf(io, 'stderr')
  const tell = (words: string) => void io.stderr.write(`${interactive ? '\r\x1b[2K' : ''}${words}\n`)
  if (io.onProgress) return { show: (progress) => io.onProgress!(progress), clear: () => undefined, tell }
  if (quiet) return { show: () => undefined, clear: () => undefined, tell }
  let waited: string | undefined
  let last = interactive ? 0 : performance.now()
  return {
    tell,
    show(progress) {
      if (progress.waitsFor !== undefined && progress.waitsFor !== waited) tell(`Waiting for ${progress.waitsFor}.`)
      waited = progress.waitsFor ?? waited
      const now = performance.now()
      if (now - last < (interactive ? REDRAW_MS : NOTE_MS)) return
      last = now
      io.stderr.write(interactive ? `\r\x1b[2K${progressLine(progress, width)}` : `${progressNote(progress)}\n`)
    },
    clear() {
      if (interactive) io.stderr.write('\r\x1b[2K')
    },
  }
}
