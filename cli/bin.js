#!/usr/bin/env node
import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `gatecheck requires Node 22.19 or newer; this is Node ${process.versions.node}. In a checkout, "npx gatecheck" and "npm start" use the Node that "npm ci" installs.`,
  )
  process.exit(64)
}
/**
 * Whether only this user and root can change a folder's content. In a sticky folder, users can change only their own
 * files.
 */
function isPrivate(folder) {
  const { uid, mode } = lstatSync(folder)
  const isShared = (mode & 0o022) !== 0 && (mode & 0o1000) === 0
  if (isShared || (uid !== process.getuid() && uid !== 0)) return false
  return folder === dirname(folder) || isPrivate(dirname(folder))
}
/** In the user's cache folder; undefined if another user could write to it. */
function cacheFolder() {
  const { LOCALAPPDATA, XDG_CACHE_HOME = '' } = process.env
  if (process.platform === 'win32') return LOCALAPPDATA && join(LOCALAPPDATA, 'gatecheck')
  try {
    const caches = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache')
    if (!existsSync(caches) && isPrivate(realpathSync(dirname(caches)))) mkdirSync(caches, { mode: 0o700 })
    const all = realpathSync(caches)
    if (!isPrivate(all)) return undefined
    const folder = join(all, 'gatecheck')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    const isOwn = found.isDirectory() && found.uid === process.getuid() && (found.mode & 0o077) === 0
    return isOwn ? folder : undefined
  } catch {
    return undefined
  }
}
const { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE } = process.env
// Node executes code from its cache, which is in the shared temporary folder by default.
const cache = NODE_COMPILE_CACHE || NODE_DISABLE_COMPILE_CACHE ? undefined : cacheFolder()
// Halves the start time of a command, from the second start on.
if (cache) nodeModule.enableCompileCache?.(cache)
// A checkout runs the sources; a published package contains only the build.
const isCheckout = existsSync(new URL('start.ts', import.meta.url))
if (isCheckout) {
  const folder = new URL('..', import.meta.url).href
  const others = `${folder}node_modules/`
  // Imports have full file names: skipping Node's resolution saves a fifth of the start time.
  nodeModule.registerHooks?.({
    resolve(specifier, context, next) {
      const { parentURL = '' } = context
      const isOurs = parentURL.startsWith(folder) && !parentURL.startsWith(others)
      if (!isOurs || !specifier.startsWith('.') || !specifier.endsWith('.ts')) return next(specifier, context)
      const url = new URL(specifier, parentURL)
      // Leaves the error for a missing file to Node.
      return existsSync(url)
        ? { url: url.href, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context)
    },
  })
}
try {
  await import(isCheckout ? './start.ts' : '../dist/cli/start.js')
} catch (error) {
  console.error('gatecheck: internal error; please report it:', error)
  process.exit(70)
}
