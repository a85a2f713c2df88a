import { EXIT } from '../../engine/config/exit-codes.ts'
import { lintOf } from '../../engine/pact/conformance/lint.ts'
import { writeReport } from '../../engine/run/folder/files.ts'
import { lintJson, lintText } from '../../reporters/pact/lint.ts'
import { pactAt } from '../../tools/pact/pact-files.ts'
import type { Io } from '../io.ts'
import { print, screenOf } from '../terminal/print.ts'

type Options = { strict?: boolean; json?: string; quiet?: boolean }

export function lint(io: Io, { strict = false, json, quiet = false }: Options, path: string): number {
  const found = lintOf(pactAt(path))
  if (json !== undefined) writeReport(json, lintJson(found))
  print(io, lintText(found, { ...screenOf(io), quiet }))
  return found.against > 0 || (strict && found.beyond > 0) ? EXIT.fail : EXIT.pass
}
