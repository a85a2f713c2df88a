import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from './run-command.ts'

/** What stands in a command for a folder that is new in each scenario: several write there at once. */
const FOLDER = '{folder}'

type Apart = { command: Command; remove(): void }

type OwnFolder = { path: string; remove(): void }

/** New, and open to its owner alone. */
export function ownFolder(): OwnFolder {
  const path = mkdtempSync(join(tmpdir(), 'gatecheck-client-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A folder is made where the command asks for one, and gone when it is over. */
export function inItsOwnFolder(command: Command): Apart {
  if (!command.some((part) => part.includes(FOLDER))) return { command, remove: () => undefined }
  const { path, remove } = ownFolder()
  const [program, ...rest] = command.map((part) => part.replaceAll(FOLDER, path))
  return { command: [program!, ...rest], remove }
}
