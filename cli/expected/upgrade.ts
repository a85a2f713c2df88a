import { existsSync } from 'node:fs'
import { UsageError } from '../../engine/config/target.ts'
import { SUITE } from '../../engine/config/version.ts'
import { entriesText, expectedText, readExpected } from '../../engine/expected/file.ts'
import { printable } from '../../engine/history/reading/words.ts'
import { folderNamed } from '../../engine/run/folder/default-folder.ts'
import { writeWhole } from '../../engine/writing/write-file.ts'
import { counted } from '../../reporters/words/counted.ts'
import { upgradeOf } from '../../tools/run/expected.ts'
import type { Io } from '../io.ts'
import { print } from '../terminal/print.ts'

type Options = { expected: string; write?: boolean }

export function upgrade(io: Io, { expected: file, write = false }: Options, named: string | undefined): void {
  if (!existsSync(file))
    throw new UsageError(
      `${file} does not exist: "npx gatecheck run --write-expected" writes the list of known failures`,
    )
  const before = readExpected(file)
  const { added, list } = upgradeOf(before, folderNamed(named))
  const place = printable(file)
  const checks = list.checks.length - before.checks.length
  const news = `${counted(checks, 'check')} of version ${SUITE.version} ${checks === 1 ? 'is' : 'are'} newer than ${place}`
  const found = added.length === 0 ? 'no new failure' : `${counted(added.length, 'failure')} to add`
  print(io, `${news}; ${found}${added.length === 0 ? '' : `:\n\n${entriesText(added).trimEnd()}\n`}\n`)
  if (write) {
    writeWhole(file, expectedText(list))
    print(io, `Wrote ${place}: ${counted(list.failures.length, 'known failure')}, checks of version ${SUITE.version}\n`)
  } else if (checks > 0) print(io, `To add them: npx gatecheck expected upgrade --write\n`)
}
