import { printable } from '../../runner/history/reading/words.ts'
import type { Written } from '../../runs/reports.ts'

/** The verdict stands whatever became of a report; that one is missing must not be overlooked. */
export function tellFailures({ failed }: Written): void {
  for (const { path, why } of failed)
    process.stderr.write(`gatecheck: ${printable(path)} could not be written: ${printable(why)}\n`)
}
