import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { BOUNDS } from '../config/bounds/bounds.ts'
import { UsageError } from '../config/target.ts'
import { bytesGiven, refuseWhatIsNoFileGiven, textGiven } from './file-given.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatecheck-given-'))
afterAll(() => rmSync(folder, { recursive: true }))
const inFolder = (name: string) => join(folder, name)

const PIPE = inFolder('pipe')
execFileSync('mkfifo', [PIPE])
symlinkSync(PIPE, inFolder('link to a pipe'))
const MOST = BOUNDS.givenFileBytes.most

it.each([
  ['a pipe', PIPE, 'a pipe, not a file'],
  ['a link to one', inFolder('link to a pipe'), 'a pipe, not a file'],
  ['a device without an end', '/dev/zero', 'a device, not a file'],
  ['a folder', folder, 'a folder, not a file'],
  ['nothing', inFolder('nothing'), 'no such file'],
])('is wrong usage where %s is named, and nobody waits', (_, path, why) => {
  const wrong = new UsageError(`--prices x: ${why}`)
  expect(() => textGiven(path, '--prices x')).toThrow(wrong)
  expect(() => refuseWhatIsNoFileGiven(path, '--prices x')).toThrow(wrong)
})

it('may be as large as its kind is, and is refused before it is read where it is larger', () => {
  const path = inFolder('larger')
  writeFileSync(path, 'x'.repeat(MOST + 1))
  const { most } = BOUNDS.givenRecordBytes
  expect(bytesGiven(path, 'x', { most })).toHaveLength(MOST + 1)
  expect(() => refuseWhatIsNoFileGiven(path, '--config x')).toThrow(`--config x: larger than ${MOST} bytes`)
  truncateSync(path, 2 ** 40)
  expect(() => textGiven(path, 'a.har', { most })).toThrow(`a.har: larger than ${most} bytes`)
})

it('is read from a pipe that a shell hands over', () => {
  const program = `import { textGiven } from ${JSON.stringify(join(import.meta.dirname, 'file-given.ts'))}
    process.stdout.write(textGiven(process.argv[1], 'x'))`
  const shown = execFileSync('bash', ['-c', 'node --input-type=module -e "$1" <(sleep 0.2; echo A=1)', '-', program])
  expect(shown.toString()).toBe('A=1\n')
})
