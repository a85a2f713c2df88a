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
import { appendTo, closeToOthers, openFile, readOwn, tryToAppend } from './file-there.ts'
import { openInPlaceOf, tryToWriteWhole, writeNew, writeWhole } from './whole-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatecheck-writing-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const at = (name: string) => join(folder, name)
const names = () => readdirSync(folder).toSorted()
const modeOf = (name: string) => (statSync(at(name)).mode & 0o777).toString(8)
const text = (name: string) => readFileSync(at(name), 'utf8')
const pipe = (name: string) => execFileSync('mkfifo', [at(name)])

const PRECIOUS = 'precious'
function linkTo(target: string): void {
  symlinkSync(at(target), at('file'))
}

describe.skipIf(process.platform === 'win32')('a file that is written whole', () => {
  it('takes the place of a link, and leaves alone what that leads to, or would make', () => {
    writeFileSync(at('elsewhere'), PRECIOUS)
    linkTo('elsewhere')
    writeWhole(at('file'), 'one')
    rmSync(at('file'))
    linkTo('nowhere')
    writeWhole(at('file'), 'two')
    expect([names(), text('elsewhere'), text('file')]).toEqual([['elsewhere', 'file'], PRECIOUS, 'two'])
  })

  it('waits for no pipe, and replaces neither it nor a folder', () => {
    pipe('pipe')
    mkdirSync(at('folder'))
    for (const write of [writeWhole, writeNew, openInPlaceOf, appendTo] as const)
      for (const name of ['pipe', 'folder']) expect(() => write(at(name), 'one' as never), name).toThrow()
    for (const attempt of [tryToWriteWhole, tryToAppend, openFile])
      for (const name of ['pipe', 'folder']) expect(() => attempt(at(name)), name).toThrow()
    expect(readOwn(at('pipe'))).toBeUndefined()
    expect(names()).toEqual(['folder', 'pipe'])
    expect(statSync(at('pipe')).isFIFO()).toBe(true)
  })

  it('goes to where a program writes anyway, as a shell names it', () => {
    const script = `import { tryToWriteWhole, writeWhole } from ${JSON.stringify(new URL('./whole-file.ts', import.meta.url).href)}
      tryToWriteWhole('/dev/stdout'); writeWhole('/dev/stdout', 'told')`
    const told = execFileSync('bash', ['-c', '"$0" --input-type=module --eval "$1" | cat', process.execPath, script])
    expect(told.toString()).toBe('told')
    expect(existsSync('/dev/stdout')).toBe(true)
  })

  it('leaves no half of itself, neither in its place nor beside it', () => {
    writeFileSync(at('file'), PRECIOUS)
    const script = `import { writeWhole } from ${JSON.stringify(new URL('./whole-file.ts', import.meta.url).href)}
      try { writeWhole('file', 'x'.repeat(100_000)) } catch { process.exitCode = 3 }`
    const command = `ulimit -f 8; trap '' XFSZ; exec "$0" --input-type=module --eval "$1"`
    expect(() => execFileSync('bash', ['-c', command, process.execPath, script], { cwd: folder })).toThrow()
    expect([names(), text('file')]).toEqual([['file'], PRECIOUS])
  })
})

it.skipIf(process.platform === 'win32')(
  'what others could read is closed to them, and what a link leads to is not',
  () => {
    writeFileSync(at('elsewhere'), '')
    chmodSync(at('elsewhere'), 0o664)
    linkTo('elsewhere')
    closeToOthers(at('file'))
    expect(modeOf('elsewhere')).toBe('664')
    closeToOthers(at('elsewhere'))
    expect(modeOf('elsewhere')).toBe('600')
  },
)
