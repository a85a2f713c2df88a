import { renameSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '../../config/target.ts'
import { escapeObeyed } from '../../writing/escaped.ts'
import { readOwn } from '../../writing/file-there.ts'
import { writeNew } from '../../writing/whole-file.ts'
import { LOCK_FILE } from './files.ts'

/** A run ends its jobs and writes its reports behind its deadline. */
const GRACE_MS = 10 * 60_000

/** `born`: where the system tells, when the process was started, since numbers of processes come again. */
type Holder = { pid: number; born?: string; host: string; since: string; until: string }

/** What this process holds by itself: its own number in a lock that is not among them is an earlier process's. */
const held = new Set<string>()

/** One run at a time writes to a folder. A lock whose holder is gone is taken over. */
export function lock(folder: string, mostMs: number): () => void {
  const path = join(folder, LOCK_FILE)
  const now = Date.now()
  const own = lifeOf(process.pid)
  const holder: Holder = {
    pid: process.pid,
    ...(own && { born: own.born }),
    host: hostname(),
    since: new Date(now).toISOString(),
    until: new Date(now + mostMs + GRACE_MS).toISOString(),
  }
  const text = `${escapeObeyed(JSON.stringify(holder))}\n`
  if (!created(path, text)) {
    const standing = readOwn(path)
    const other = holderIn(standing)
    if (other && !isGone(other, path)) throw new UsageError(takenInWords(folder, path, other))
    if (standing !== undefined) takeAway(path, standing)
    // Whoever came between has it now.
    if (!created(path, text)) throw new UsageError(takenInWords(folder, path, holderIn(readOwn(path))))
  }
  held.add(path)
  return () => {
    held.delete(path)
    if (readOwn(path) === text) rmSync(path, { force: true })
  }
}

function created(path: string, text: string): boolean {
  try {
    writeNew(path, text, { isPassing: true })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Nothing readable is what a process leaves that was killed while it wrote. */
function holderIn(text: string | undefined): Holder | undefined {
  try {
    const holder = JSON.parse(text ?? '') as Partial<Holder>
    return Number.isInteger(holder.pid) && typeof holder.host === 'string' ? (holder as Holder) : undefined
  } catch {
    return undefined
  }
}

function isGone({ pid, born, host, until }: Holder, path: string): boolean {
  if (Date.parse(until) < Date.now()) return true
  if (host !== hostname()) return false
  if (pid === process.pid) return !held.has(path)
  const life = lifeOf(pid)
  return life ? life.isOver || (born !== undefined && life.born !== born) : !isAlive(pid)
}

/** Where nobody collects the dead, as in many containers, they still have their number. */
function lifeOf(pid: number): { isOver: boolean; born: string } | undefined {
  const text = readOwn(`/proc/${pid}/stat`)
  const [state = '', ...others] = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? []
  const born = others[18]
  return born === undefined ? undefined : { isOver: state === 'Z' || state === 'X', born }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Two that find the same stale lock must not take away each other's new one. */
function takeAway(path: string, stale: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readOwn(aside) === stale) rmSync(aside, { force: true })
  else renameSync(aside, path)
}

function takenInWords(folder: string, path: string, holder: Holder | undefined): string {
  const who = holder ? ` (process ${holder.pid} on ${holder.host}, since ${holder.since})` : ''
  return `${folder} is in use by another run${who}: wait until it ends, or name another folder with --out. If that run no longer exists, remove ${path}`
}
