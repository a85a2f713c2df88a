import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { LIMITS } from '../config/limits.ts'
import { UsageError } from '../config/target.ts'
import { bytesGiven, refuseUnlessFileGiven, textGiven } from './read-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatecheck-given-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)

const PIPE = at('pipe')
execFileSync('mkfifo', [PIPE])
symlinkSync(PIPE, at('link to a pipe'))

it.each([
  ['a pipe', PIPE, 'a pipe, not a file'],
  ['a link to a pipe', at('link to a pipe'), 'a pipe, not a file'],
  ['a device', '/dev/zero', 'a device, not a file'],
  ['a folder', folder, 'a folder, not a file'],
  ['nothing', at('nothing'), 'no such file'],
])('refuses %s without waiting', (_, path, why) => {
  const wrong = new UsageError(`--prices x: ${why}`)
  expect(() => textGiven(path, '--prices x')).toThrow(wrong)
  expect(() => refuseUnlessFileGiven(path, '--prices x')).toThrow(wrong)
})

it('refuses a file that is larger than allowed before it reads it', () => {
  const path = at('large')
  const [most, more] = [LIMITS.givenFileBytes, LIMITS.givenRecordBytes]
  writeFileSync(path, 'x'.repeat(most + 1))
  expect(bytesGiven(path, 'x', { most: more })).toHaveLength(most + 1)
  expect(() => refuseUnlessFileGiven(path, '--config x')).toThrow(`--config x: larger than ${most} bytes`)
  truncateSync(path, 2 ** 40)
  expect(() => textGiven(path, 'a.har', { most: more })).toThrow(`a.har: larger than ${more} bytes`)
})

it('reads a pipe of the shell', () => {
  const program = `import { textGiven } from ${JSON.stringify(join(import.meta.dirname, 'read-file.ts'))}
    process.stdout.write(textGiven(process.argv[1], 'x'))`
  const shown = execFileSync('bash', ['-c', 'node --input-type=module -e "$1" <(sleep 0.2; echo A=1)', '-', program])
  expect(shown.toString()).toBe('A=1\n')
})
