import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstPicture } from '../runner/media/first-picture.ts'
import { committed, sourceOf } from '../runner/media/source-for-tests.ts'
import { isStill } from '../runner/media/still.ts'
import { stillBy } from './still.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatecheck-still-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What stands in the place of ffmpeg, as a script of Node. */
function decoder(name: string, script: string): string {
  const path = mkdtempSync(join(folder, name))
  writeFileSync(join(path, 'ffmpeg'), `#!${process.execPath}\n${script}\n`)
  chmodSync(join(path, 'ffmpeg'), 0o755)
  return path
}

const JPEG = 'Buffer.concat([Buffer.from([255, 216, 255]), Buffer.alloc(300)])'
const drawing = (bytes: string) => `process.stdin.resume().on('end', () => process.stdout.write(${bytes}))`
const FILE = new Uint8Array(1000)
const drawnBy = (name: string, script: string) => stillBy({ PATH: decoder(name, script) })!(FILE)

const CLIP = committed('avc-index-first.mp4')
const onThisMachine = stillBy({ PATH: process.env.PATH })

describe('a small picture by the ffmpeg on the PATH', () => {
  it('is what it writes, given the file and nothing else', async () => {
    const echo = `
let length = 0
process.stdin.on('data', (data) => { length += data.length }).on('end', () => {
  const told = JSON.stringify({ length, args: process.argv.slice(2), env: Object.keys(process.env).filter((each) => each !== '__CF_USER_TEXT_ENCODING') })
  process.stdout.write(Buffer.concat([Buffer.from([255, 216, 255]), Buffer.from(told)]))
})`
    const path = decoder('echo', echo)
    const url = await stillBy({ PATH: path, GATECHECK_KEY: 'cl_0123456789abcdef' })!(FILE)
    expect(isStill(url)).toBe(true)
    const told = JSON.parse(
      Buffer.from(url!.split(',')[1]!, 'base64')
        .toString('utf8')
        .replace(/^[^{]+/, ''),
    )
    expect(told).toMatchObject({ length: 1000, env: ['PATH'] })
    const { args } = told as { args: string[] }
    expect(args.slice(args.indexOf('-protocol_whitelist')).slice(0, 2)).toEqual(['-protocol_whitelist', 'pipe'])
    expect(args.filter((each) => /[/\\]|^\w+:(?!=)/.test(each.replace(/w='.*$/, '')))).toEqual([
      'pipe:0',
      '0:v:0',
      'pipe:1',
    ])
  })

  it('is drawn once more, and rougher, where it is too large', async () => {
    const byQuality = drawing(`Buffer.concat([${JPEG}, Buffer.alloc(process.argv.includes('14') ? 10 : 20_000)])`)
    const url = await drawnBy('large', byQuality)
    expect(url).toHaveLength('data:image/jpeg;base64,'.length + Math.ceil(313 / 3) * 4)
  })

  it.each([
    ['that fails', 'process.exit(1)'],
    ['that says nothing', drawing(`Buffer.alloc(0)`)],
    ['that writes something else', drawing(`Buffer.from('<html>')`)],
    ['that writes without an end', `setInterval(() => process.stdout.write(Buffer.alloc(65536, 255)), 1)`],
    ['that reads nothing', `process.stdin.destroy(); process.exit(0)`],
    ['that draws and then fails', `process.stdout.write(${JPEG}, () => process.exit(3))`],
  ])('is none by one %s', async (name, script) => {
    expect(await drawnBy(name.replaceAll(' ', '-'), script)).toBeUndefined()
  })

  it('is waited for no longer than five seconds, and after that for no other', async () => {
    const path = decoder(
      'slow',
      `require('node:fs').appendFileSync(__dirname + '/begun', 'x'); setInterval(() => 0, 1000)`,
    )
    const still = stillBy({ PATH: path })!
    const begun = performance.now()
    expect(await still(FILE)).toBeUndefined()
    expect(performance.now() - begun).toBeGreaterThan(4900)
    expect(await still(FILE)).toBeUndefined()
    expect(readFileSync(join(path, 'begun'), 'utf8')).toBe('x')
  })

  it('is nobody’s to draw where there is none, or only where the run happens to stand', () => {
    expect(stillBy({})).toBeUndefined()
    expect(stillBy({ PATH: ['.', '', 'bin', folder].join(delimiter) })).toBeUndefined()
  })

  const real = onThisMachine ? it : it.skip
  real('is one of the first picture, where there is an ffmpeg', async () => {
    const picture = await firstPicture(sourceOf(CLIP), 300_000)
    const url = await onThisMachine!(picture!)
    const jpeg = Buffer.from(url!.split(',')[1]!, 'base64')
    // Where a JPEG says its size.
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    expect([jpeg.readUInt16BE(frame + 7), jpeg.readUInt16BE(frame + 5)]).toEqual([240, 180])
  })
})
