import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { temporaryFolder } from '../tests/command.ts'

const MODULE = fileURLToPath(new URL('./config-module.ts', import.meta.url))
const folder = temporaryFolder()
afterAll(folder.remove)

const PACKAGES = {
  commonjs: '{ "name": "theirs", "type": "commonjs" }',
  none: '{ "name": "theirs" }',
  module: '{ "name": "theirs", "type": "module" }',
}
const MODULE_TEXT = '/* Ours. */\nexport default { maxJobs: 3 }\n'
const WITH_TYPES = `import { most } from './ours.ts'\n\nconst maxJobs: number = most\nexport default { maxJobs }\n`
const COMMONJS = 'module.exports = { maxJobs: 3 }\n'
const FILES = {
  'c.ts': WITH_TYPES,
  'c.mts': WITH_TYPES,
  'c.cts': COMMONJS,
  'c.mjs': MODULE_TEXT,
  'c.js': MODULE_TEXT,
  'c.cjs': COMMONJS,
}

it('reads ES modules and CommonJS with any "type" in package.json', () => {
  const paths = Object.entries(PACKAGES).flatMap(([type, manifest]) => {
    const inFolder = (name: string) => join(folder.path, type, name)
    mkdirSync(inFolder(''))
    const files = { ...FILES, ...(type === 'commonjs' && { 'common.js': COMMONJS }) }
    for (const [name, text] of Object.entries({
      ...files,
      'package.json': manifest,
      'ours.ts': 'export const most: number = 3',
    }))
      writeFileSync(inFolder(name), text)
    return Object.keys(files).map(inFolder)
  })
  // In a process: vitest imports modules in another way than Node.
  const script = `
    import { configIn } from ${JSON.stringify(MODULE)}
    const read = []
    for (const path of process.argv.slice(1)) read.push(await configIn(path).catch(String))
    console.log(JSON.stringify(read))`
  const args = ['--input-type=module', '-e', script, ...paths]
  expect(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))).toEqual(
    paths.map(() => ({ maxJobs: 3 })),
  )
})
