import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { isStill, stillBy } from './still.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatecheck-still-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  vi.useRealTimers()
})

/** A Node script in place of ffmpeg. */
function decoder(name: string, script: string): string {
  const path = mkdtempSync(join(folder, name))
  writeFileSync(join(path, 'ffmpeg'), `#!${process.execPath}\n${script}\n`)
  chmodSync(join(path, 'ffmpeg'), 0o755)
  return path
}

const drawing = (bytes: string) => `process.stdin.resume().on('end', () => process.stdout.write(${bytes}))`
const FILE = new Uint8Array(1000)
const drawnBy = (name: string, script: string) => stillBy({ PATH: decoder(name, script) })!(FILE)

describe('the preview by the ffmpeg on the PATH', () => {
  it('is the output of ffmpeg, which gets only the file', async () => {
    const echo = `
let length = 0
process.stdin.on('data', (data) => { length += data.length }).on('end', () => {
  const input = JSON.stringify({ length, args: process.argv.slice(2), env: Object.keys(process.env).filter((each) => each !== '__CF_USER_TEXT_ENCODING') })
  process.stdout.write(Buffer.concat([Buffer.from([255, 216, 255]), Buffer.from(input)]))
})`
    const path = decoder('echo', echo)
    const url = await stillBy({ PATH: path, GATECHECK_KEY: 'cl_0123456789abcdef' })!(FILE)
    expect(isStill(url)).toBe(true)
    const input = JSON.parse(
      Buffer.from(url!.split(',')[1]!, 'base64')
        .toString('utf8')
        .replace(/^[^{]+/, ''),
    )
    expect(input).toMatchObject({ length: 1000, env: ['PATH'] })
    const { args } = input as { args: string[] }
    expect(args.slice(args.indexOf('-protocol_whitelist')).slice(0, 2)).toEqual(['-protocol_whitelist', 'pipe'])
    expect(args.filter((each) => /[/\\]|^\w+:(?!=)/.test(each.replace(/w='.*$/, '')))).toEqual([
      'pipe:0',
      '0:v:0',
      'pipe:1',
    ])
  })

  it.each([
    ['that writes something else', drawing(`Buffer.from('<html>')`)],
    ['that writes without an end', `setInterval(() => process.stdout.write(Buffer.alloc(65536, 255)), 1)`],
  ])('is none by one %s', async (name, script) => {
    expect(await drawnBy(name.replaceAll(' ', '-'), script)).toBeUndefined()
  })

  it('kills a decoder after five seconds, and starts no other', async () => {
    const path = decoder(
      'slow',
      `require('node:fs').appendFileSync(__dirname + '/begun', 'x'); setInterval(() => 0, 1000)`,
    )
    const still = stillBy({ PATH: path })!
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const drawn = still(FILE)
    const begun = () => existsSync(join(path, 'begun')) && readFileSync(join(path, 'begun'), 'utf8')
    while (!begun()) await turn()
    vi.advanceTimersByTime(5000)
    expect(await drawn).toBeUndefined()
    expect(await still(FILE)).toBeUndefined()
    expect(begun()).toBe('x')
  })
})
