import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appendTo, closeToOthers, openFile, readOwn, tryToAppend } from './file-there.ts'
import { isHalfWritten, openInPlaceOf, tryToWriteWhole, writeNew, writeWhole } from './whole-file.ts'

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
  it('stands in its place, alone', () => {
    writeWhole(at('file'), 'one')
    writeWhole(at('file'), 'two')
    expect([names(), text('file')]).toEqual([['file'], 'two'])
  })

  it('takes the place of a link, and leaves alone what that leads to, or would make', () => {
    writeFileSync(at('elsewhere'), PRECIOUS)
    linkTo('elsewhere')
    writeWhole(at('file'), 'one')
    rmSync(at('file'))
    linkTo('nowhere')
    writeWhole(at('file'), 'two')
    expect([names(), text('elsewhere'), text('file')]).toEqual([['elsewhere', 'file'], PRECIOUS, 'two'])
  })

  it('leaves what the same file has under another name', () => {
    writeFileSync(at('elsewhere'), PRECIOUS)
    linkSync(at('elsewhere'), at('file'))
    writeWhole(at('file'), 'one')
    expect([text('elsewhere'), text('file')]).toEqual([PRECIOUS, 'one'])
  })

  it('is for its owner alone where that is said, whatever stood there', () => {
    writeFileSync(at('file'), '')
    chmodSync(at('file'), 0o666)
    writeWhole(at('file'), 'one', { isPrivate: true })
    expect(modeOf('file')).toBe('600')
  })

  it('is else as the umask says', () => {
    const modes = ['0027', '0000', '0077'].map((umask) => {
      const script = `import { writeWhole } from ${JSON.stringify(new URL('./whole-file.ts', import.meta.url).href)}
        process.umask(0o${umask}); writeWhole('page', 'one'); writeWhole('secret', 'one', { isPrivate: true })`
      execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder })
      return [modeOf('page'), modeOf('secret')]
    })
    expect(modes).toEqual([
      ['640', '600'],
      ['666', '600'],
      ['600', '600'],
    ])
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

  it('goes into a device that somebody has named, which stays one', () => {
    writeWhole('/dev/null', 'one')
    tryToWriteWhole('/dev/null')
    appendTo('/dev/null', 'one')
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  })

  it('goes to where a program writes anyway, as a shell names it', () => {
    const script = `import { tryToWriteWhole, writeWhole } from ${JSON.stringify(new URL('./whole-file.ts', import.meta.url).href)}
      tryToWriteWhole('/dev/stdout'); writeWhole('/dev/stdout', 'told')`
    const told = execFileSync('bash', ['-c', '"$0" --input-type=module --eval "$1" | cat', process.execPath, script])
    expect(told.toString()).toBe('told')
    expect(existsSync('/dev/stdout')).toBe(true)
  })

  it.skipIf(process.getuid?.() === 0)('leaves what its owner has closed to writing', () => {
    writeFileSync(at('file'), PRECIOUS, { mode: 0o444 })
    expect(() => writeWhole(at('file'), 'one')).toThrow('EACCES')
    expect(() => tryToWriteWhole(at('file'))).toThrow('EACCES')
    expect(text('file')).toBe(PRECIOUS)
  })

  it('leaves no half of itself, neither in its place nor beside it', () => {
    writeFileSync(at('file'), PRECIOUS)
    const script = `import { writeWhole } from ${JSON.stringify(new URL('./whole-file.ts', import.meta.url).href)}
      try { writeWhole('file', 'x'.repeat(100_000)) } catch { process.exitCode = 3 }`
    const command = `ulimit -f 8; trap '' XFSZ; exec "$0" --input-type=module --eval "$1"`
    expect(() => execFileSync('bash', ['-c', command, process.execPath, script], { cwd: folder })).toThrow()
    expect([names(), text('file')]).toEqual([['file'], PRECIOUS])
  })

  it('can be tried without a trace', () => {
    tryToWriteWhole(at('file'))
    tryToAppend(at('file'))
    expect(names()).toEqual([])
    linkTo('nowhere')
    tryToWriteWhole(at('file'))
    expect([names(), readlinkSync(at('file'))]).toEqual([['file'], at('nowhere')])
  })
})

describe.skipIf(process.platform === 'win32')('a new file', () => {
  it('replaces nothing, and makes nothing where a link leads', () => {
    writeFileSync(at('there'), PRECIOUS)
    expect(() => writeNew(at('there'), 'one')).toThrow('EEXIST')
    linkTo('nowhere')
    expect(() => writeNew(at('file'), 'one')).toThrow('EEXIST')
    expect([names(), text('there')]).toEqual([['file', 'there'], PRECIOUS])
  })
})

describe.skipIf(process.platform === 'win32')('a file that is written bit by bit', () => {
  it('is another one than whatever had its name', () => {
    writeFileSync(at('elsewhere'), PRECIOUS, { mode: 0o666 })
    linkTo('elsewhere')
    writeFileSync(openInPlaceOf(at('file'), { isPrivate: true }), 'one')
    expect([text('elsewhere'), text('file'), modeOf('file')]).toEqual([PRECIOUS, 'one', '600'])
  })
})

describe.skipIf(process.platform === 'win32')('what is added', () => {
  it('stands behind what was there', () => {
    appendTo(at('file'), 'one\n')
    appendTo(at('file'), 'two\n')
    expect(text('file')).toBe('one\ntwo\n')
  })

  it('is refused where a link stands', () => {
    writeFileSync(at('elsewhere'), PRECIOUS)
    linkTo('elsewhere')
    for (const add of [appendTo, tryToAppend]) expect(() => add(at('file'), 'one')).toThrow()
    expect(text('elsewhere')).toBe(PRECIOUS)
  })

  it('stands under one name alone where the file has two', () => {
    writeFileSync(at('elsewhere'), PRECIOUS)
    linkSync(at('elsewhere'), at('file'))
    appendTo(at('file'), ' and more')
    expect([text('elsewhere'), text('file')]).toEqual([PRECIOUS, `${PRECIOUS} and more`])
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

it('knows what a killed process leaves by its name', () => {
  expect(isHalfWritten('.gatecheck-0123456789abcdef.part')).toBe(true)
  expect(isHalfWritten('report.json')).toBe(false)
})
