import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from './run-command.ts'

/** Placeholder in a command for a new folder per scenario, since scenarios run concurrently. */
const FOLDER = '{folder}'

type Apart = { command: Command; remove(): void }

type OwnFolder = { path: string; remove(): void }

/** New, and accessible to its owner only. */
export function ownFolder(): OwnFolder {
  const path = mkdtempSync(join(tmpdir(), 'gatecheck-client-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Creates a folder if the command asks for one; removes it on dispose. */
export function inItsOwnFolder(command: Command): Apart {
  if (!command.some((part) => part.includes(FOLDER))) return { command, remove: () => undefined }
  const { path, remove } = ownFolder()
  const [program, ...rest] = command.map((part) => part.replaceAll(FOLDER, path))
  return { command: [program!, ...rest], remove }
}
