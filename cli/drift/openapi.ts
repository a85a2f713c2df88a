import { existsSync } from 'node:fs'
import { EXIT } from '../../engine/config/exit-codes.ts'
import { LIMITS } from '../../engine/config/limits.ts'
import { printable } from '../../engine/history/reading/words.ts'
import { fetchDocument, isAddress } from '../../engine/http/files/document.ts'
import { Network } from '../../engine/http/network/network.ts'
import { writeReport } from '../../engine/run/folder/files.ts'
import { waysIn } from '../../engine/run/provision.ts'
import { BASELINE_FILE, sideIn, textOf } from '../../tools/drift/baseline/files.ts'
import { compareDocument } from '../../tools/drift/openapi/openapi.ts'
import { documentJson, documentText } from '../../tools/drift/reporters/document.ts'
import type { Io } from '../io.ts'
import { print, screenOf } from '../terminal/print.ts'

type Options = {
  allowHttp?: boolean
  baseline?: string
  ca?: string
  failOn?: 'breaking' | 'compatible'
  json?: string
  quiet?: boolean
}

export async function compareOpenapi(io: Io, options: Options, name: string): Promise<number> {
  const { allowHttp, baseline, ca, failOn = 'breaking', json, quiet } = options
  const seen = baseline ?? (existsSync(BASELINE_FILE) ? BASELINE_FILE : undefined)
  const habits = seen === undefined ? undefined : sideIn(seen).baseline.habits
  const own = URL.canParse(name) ? { own: new URL(name).origin } : {}
  const network = new Network({ ...(ca !== undefined && { ca }), ...waysIn(io.env), ...own })
  const got = isAddress(name)
    ? await fetchDocument(name, { allowHttp: allowHttp === true, network })
    : { text: textOf(name, LIMITS.documentBytes) }
  if ('why' in got) {
    print(io, `${printable(got.why)}\n`)
    return EXIT.noVerdict
  }
  const compared = compareDocument({ name, text: got.text }, habits)
  const isGrave = (kind: string) => failOn === 'compatible' || kind !== 'done, not said'
  if (json !== undefined) writeReport(json, documentJson(compared, { document: name, seen }))
  print(io, documentText(compared, { document: name, seen, quiet: quiet === true, ...screenOf(io) }))
  return compared.findings.some(({ kind }) => isGrave(kind)) ? EXIT.fail : EXIT.pass
}
