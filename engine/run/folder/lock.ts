import { rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '../../config/target.ts'
import { escapeObeyed } from '../../writing/escaped.ts'
import { readOwn } from '../../writing/read-file.ts'
import { writeNew } from '../../writing/write-file.ts'
import { LOCK_FILE } from './files.ts'

/** A run finishes its jobs and writes its reports after its deadline. */
const GRACE_MS = 10 * 60_000
const LOCK_BYTES = 4096

type Holder = { pid: number; host: string; since: string; until: string }

/** Containers reuse process ids: a lock with the own id that is not in this set is stale. */
const held = new Set<string>()

/** Locks a folder for a run of at most `mostMs`, and returns a function that unlocks it. Takes over a stale lock. */
export function lock(folder: string, mostMs: number): () => void {
  const path = join(folder, LOCK_FILE)
  const now = Date.now()
  const until = new Date(now + mostMs + GRACE_MS).toISOString()
  const holder: Holder = { pid: process.pid, host: hostname(), since: new Date(now).toISOString(), until }
  const text = `${escapeObeyed(JSON.stringify(holder))}\n`
  if (!isCreated(path, text)) {
    const found = readOwn(path, LOCK_BYTES)
    const other = holderIn(found)
    if (other && !isStale(other, path)) throw inUse(folder, path, other)
    if (found !== undefined) rmSync(path, { force: true })
    if (!isCreated(path, text)) throw inUse(folder, path, holderIn(readOwn(path, LOCK_BYTES)))
  }
  held.add(path)
  return () => {
    held.delete(path)
    if (readOwn(path, LOCK_BYTES) === text) rmSync(path, { force: true })
  }
}

function isCreated(path: string, text: string): boolean {
  try {
    writeNew(path, text)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Undefined for a lock that was not written completely. */
function holderIn(text = ''): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder>
    return Number.isInteger(holder.pid) && typeof holder.host === 'string' ? (holder as Holder) : undefined
  } catch {
    return undefined
  }
}

function isStale({ pid, host, until }: Holder, path: string): boolean {
  if (Date.parse(until) < Date.now()) return true
  if (host !== hostname()) return false
  return pid === process.pid ? !held.has(path) : !isAlive(pid)
}

function isAlive(pid: number): boolean {
  // A container without an init process keeps dead processes as zombies.
  if (/\) [ZX] /.test(readOwn(`/proc/${pid}/stat`, LOCK_BYTES) ?? '')) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function inUse(folder: string, path: string, holder: Holder | undefined): UsageError {
  const who = holder ? ` (process ${holder.pid} on ${holder.host}, since ${holder.since})` : ''
  return new UsageError(
    `${folder} is in use by another run${who}: wait until it ends, or name another folder with --out. If that run no longer exists, remove ${path}`,
  )
}
