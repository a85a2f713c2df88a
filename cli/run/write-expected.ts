import { EXIT } from '../../engine/config/exit-codes.ts'
import { UsageError } from '../../engine/config/target.ts'
import { printable } from '../../engine/history/reading/words.ts'
import { whyNot } from '../../engine/run/folder/files.ts'
import { linesInWords } from '../../reporters/outcome/known-failures.ts'
import type { Run } from '../../reporters/outcome/run.ts'
import { counted } from '../../reporters/words/counted.ts'
import { writeKnownFailures } from '../../tools/run/expected.ts'
import type { Io } from '../io.ts'

/** Writes the list of known failures and summarizes it. */
export function tellList(io: Io, file: string, run: Run): void {
  const { exit, knownFailures } = run.report
  const place = printable(file)
  if (exit !== EXIT.pass && exit !== EXIT.fail) {
    io.stderr.write(`${place} was not written: the run has no verdict.\n`)
    return
  }
  const { entries, kept, ended } = tryToWrite(file, run)
  const before = knownFailures ? ` (${knownFailures.first} when it was first written on ${knownFailures.since})` : ''
  const lines = [
    `Wrote ${place} with ${counted(entries, 'known failure')}${before}.`,
    ...(kept > 0 ? [`${counted(kept, 'entry', 'entries')} kept that this run did not judge.`] : []),
    ...(ended.length > 0 ? [`Their last day is past, so change their dates: ${linesInWords(ended)}.`] : []),
    ...(entries > 0
      ? ['Give each entry a reason and commit the file: from the next run on, only other failures fail.']
      : []),
  ]
  io.stderr.write(lines.map((line) => `${line}\n`).join(''))
}

function tryToWrite(file: string, run: Run): ReturnType<typeof writeKnownFailures> {
  try {
    return writeKnownFailures(file, run)
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`--write-expected: ${file} cannot be written: ${whyNot(error)}`)
  }
}
