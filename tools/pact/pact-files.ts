import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { LIMITS } from '../../engine/config/limits.ts'
import { UsageError } from '../../engine/config/target.ts'
import { type PactFile, pactFileIn } from '../../engine/pact/file/pact-file.ts'
import { whyNot } from '../../engine/run/folder/files.ts'
import { textGiven } from '../../engine/writing/read-file.ts'

export const pactAt = (path: string): PactFile =>
  pactFileIn(textGiven(path, path, { most: LIMITS.givenRecordBytes }), basename(path))

/** The contract in a file, or all contracts in a folder. */
export function pactsAt(path: string): PactFile[] {
  if (!isFolder(path)) return [pactAt(path)]
  const names = readdirSync(path)
    .filter((name) => name.endsWith('.json'))
    .sort()
  if (names.length === 0) throw new UsageError(`${path} contains no .json file: name a Pact file, or a folder of them`)
  return names.map((name) => pactAt(join(path, name)))
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${whyNot(error)}`)
  }
}
