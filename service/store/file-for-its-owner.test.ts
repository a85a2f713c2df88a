import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from './store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatecheck-data-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const at = (name: string) => join(folder, name)
const modes = () => readdirSync(folder).map((name) => [name, (statSync(at(name)).mode & 0o777).toString(8)])

describe.skipIf(process.platform === 'win32')('the file of a state', () => {
  it('is accessible to its owner only, like the files beside it', () => {
    const store = openStore(at('state.sqlite'))
    store.accounts.ensure('studio', 'starter')
    expect(modes().length).toBeGreaterThan(1)
    for (const [name, mode] of modes()) expect(mode, name).toBe('600')
    store.close()
  })

  it('becomes private at the next start if it was open to others', () => {
    openStore(at('state.sqlite')).close()
    chmodSync(at('state.sqlite'), 0o666)
    openStore(at('state.sqlite')).close()
    expect(modes()).toEqual([['state.sqlite', '600']])
  })

  it('is never the target of a link', () => {
    symlinkSync(at('elsewhere'), at('state.sqlite'))
    expect(() => openStore(at('state.sqlite'))).toThrow('it is a symbolic link')
    expect(existsSync(at('elsewhere'))).toBe(false)
    writeFileSync(at('elsewhere'), '')
    expect(() => openStore(at('state.sqlite'))).toThrow('it is a symbolic link')
    expect(statSync(at('elsewhere')).size).toBe(0)
  })

  it('cannot be a folder, a pipe, or in a folder that does not exist', () => {
    execFileSync('mkfifo', [at('pipe')])
    expect(() => openStore(folder)).toThrow('it is not a regular file')
    expect(() => openStore(at('pipe'))).toThrow('it is not a regular file')
    expect(() => openStore(join(folder, 'not', 'there'))).toThrow('its directory does not exist')
  })
})
