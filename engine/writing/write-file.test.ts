import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFile, readOwn } from './read-file.ts'
import {
  appendTo,
  closeToOthers,
  openInPlaceOf,
  tryToAppend,
  tryToWriteWhole,
  writeNew,
  writeWhole,
} from './write-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatecheck-writing-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const at = (name: string) => join(folder, name)
const text = (name: string) => readFileSync(at(name), 'utf8')
const modeOf = (name: string) => (statSync(at(name)).mode & 0o777).toString(8)

/** In a process of its own, with limits of the shell. */
const run = (limits: string, script: string) =>
  execFileSync(
    'bash',
    [
      ...['-c', `${limits}"$0" --input-type=module --eval "$1" | cat; exit \${PIPESTATUS[0]}`, process.execPath],
      `import { tryToWriteWhole, writeWhole } from ${JSON.stringify(new URL('./write-file.ts', import.meta.url).href)}
       ${script}`,
    ],
    { cwd: folder },
  ).toString()

describe.skipIf(process.platform === 'win32')('writing a file', () => {
  it('replaces a symbolic link and leaves its target alone', () => {
    writeFileSync(at('target'), 'precious')
    symlinkSync(at('target'), at('file'))
    writeWhole(at('file'), 'one')
    expect([text('target'), text('file')]).toEqual(['precious', 'one'])
    symlinkSync(at('missing'), at('dangling'))
    writeWhole(at('dangling'), 'two')
    expect(readdirSync(folder).toSorted()).toEqual(['dangling', 'file', 'target'])
  })

  it.each(['pipe', 'folder'])('neither waits for nor replaces a %s', (name) => {
    if (name === 'pipe') execFileSync('mkfifo', [at(name)])
    else mkdirSync(at(name))
    for (const write of [writeWhole, writeNew, openInPlaceOf, appendTo] as const)
      expect(() => write(at(name), 'one' as never)).toThrow()
    for (const attempt of [tryToWriteWhole, tryToAppend, openFile]) expect(() => attempt(at(name))).toThrow()
    expect(readOwn(at(name), 9)).toBeUndefined()
    expect(readdirSync(folder)).toEqual([name])
  })

  it('appends, but not through a symbolic link', () => {
    tryToAppend(at('log'))
    appendTo(at('log'), 'one')
    appendTo(at('log'), 'two')
    expect(text('log')).toBe('onetwo')
    symlinkSync(at('log'), at('link'))
    expect(() => tryToAppend(at('link'))).toThrow()
  })

  it('writes to /dev/stdout', () => {
    expect(run('', `tryToWriteWhole('/dev/stdout'); writeWhole('/dev/stdout', 'told')`)).toBe('told')
    expect(existsSync('/dev/stdout')).toBe(true)
  })

  it('leaves no partial file', () => {
    writeFileSync(at('file'), 'precious')
    expect(() => run(`ulimit -f 8; trap '' XFSZ; `, `writeWhole('file', 'x'.repeat(100_000))`)).toThrow()
    expect([readdirSync(folder), text('file')]).toEqual([['file'], 'precious'])
  })

  it('removes the permissions of others, but not through a symbolic link', () => {
    writeFileSync(at('file'), '')
    chmodSync(at('file'), 0o664)
    symlinkSync(at('file'), at('link'))
    expect([closeToOthers(at('link')), modeOf('file')]).toEqual([false, '664'])
    expect([closeToOthers(at('file')), modeOf('file')]).toEqual([true, '600'])
  })
})
