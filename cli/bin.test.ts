import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const IS_ROOT = process.getuid?.() === 0
const NOBODY = 65_534

let root: string
let home: string
let temporary: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'gatecheck-bin-')))
  home = folder('home')
  temporary = folder('tmp', 0o1777)
  mkdirSync(join(root, 'cli'))
  copyFileSync(fileURLToPath(new URL('bin.js', import.meta.url)), join(root, 'cli', 'bin.js'))
  writeFileSync(
    join(root, 'cli', 'start.ts'),
    `import { getCompileCacheDir } from 'node:module'\nconsole.log(getCompileCacheDir())`,
  )
})
afterEach(() => rmSync(root, { recursive: true }))

function folder(name: string, mode = 0o700): string {
  const path = join(root, name)
  mkdirSync(path)
  chmodSync(path, mode)
  return path
}

/** The folder of the compile cache. */
function cacheOf(env: Record<string, string> = {}): string | undefined {
  const out = execFileSync(process.execPath, [join(root, 'cli', 'bin.js')], {
    env: { HOME: home, TMPDIR: temporary, TMP: temporary, TEMP: temporary, ...env },
    encoding: 'utf8',
  })
  return out.trim() === 'undefined' ? undefined : out.trim()
}

const modeOf = (path: string) => statSync(path).mode & 0o777

describe.skipIf(process.platform === 'win32')('the compile cache of the command', () => {
  it('is in the home of the user, for its owner only', () => {
    expect(cacheOf()).toContain(join(home, '.cache', 'gatecheck'))
    expect([modeOf(join(home, '.cache')), modeOf(join(home, '.cache', 'gatecheck'))]).toEqual([0o700, 0o700])
    expect(cacheOf()).toContain(home)
  })

  it('is never in the temporary folder', () => {
    const planted = join(temporary, 'node-compile-cache')
    mkdirSync(planted)
    chmodSync(planted, 0o777)
    if (IS_ROOT) chownSync(planted, NOBODY, NOBODY)
    const usedOtherwise = { XDG_CACHE_HOME: folder('shared', 0o777) }
    for (const env of [{}, usedOtherwise, { HOME: join(root, 'nowhere') }])
      expect(cacheOf(env) ?? '').not.toContain(temporary)
    expect(readdirSync(temporary)).toEqual(['node-compile-cache'])
    expect(readdirSync(planted)).toEqual([])
  })

  it('is not kept in a folder that others may write to, nor below or behind one', () => {
    const shared = folder('shared', 0o777)
    symlinkSync(shared, join(root, 'link'))
    const below = folder('shared/caches')
    for (const caches of [shared, below, join(root, 'link')]) {
      expect(cacheOf({ XDG_CACHE_HOME: caches })).toBeUndefined()
      expect(existsSync(join(caches, 'gatecheck'))).toBe(false)
    }
  })

  it('is not kept in a planted link or in a folder that others may read', () => {
    const caches = folder('caches', 0o1777)
    const planted = join(caches, 'gatecheck')
    symlinkSync(folder('elsewhere'), planted)
    expect(cacheOf({ XDG_CACHE_HOME: caches })).toBeUndefined()
    rmSync(planted)
    mkdirSync(planted, { mode: 0o755 })
    expect(cacheOf({ XDG_CACHE_HOME: caches })).toBeUndefined()
  })

  it.runIf(IS_ROOT)('is not kept in a folder or a home of another user', () => {
    const caches = folder('caches', 0o1777)
    const planted = folder('caches/gatecheck')
    chownSync(planted, NOBODY, NOBODY)
    expect(cacheOf({ XDG_CACHE_HOME: caches })).toBeUndefined()
    expect(readdirSync(planted)).toEqual([])
    chownSync(home, NOBODY, NOBODY)
    expect(cacheOf()).toBeUndefined()
    expect(readdirSync(home)).toEqual([])
  })

  it('is set by XDG_CACHE_HOME, NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE', () => {
    const chosen = join(root, 'chosen')
    expect(cacheOf({ NODE_COMPILE_CACHE: chosen })).toContain(chosen)
    expect(cacheOf({ NODE_DISABLE_COMPILE_CACHE: '1' })).toBeUndefined()
    expect(existsSync(join(home, '.cache'))).toBe(false)
    const caches = folder('caches')
    expect(cacheOf({ XDG_CACHE_HOME: caches })).toContain(join(caches, 'gatecheck'))
    expect(cacheOf({ XDG_CACHE_HOME: 'caches' })).toContain(home)
  })
})
