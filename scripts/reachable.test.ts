import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CALLS } from './calls.ts'
import { COMMANDS } from './commands.ts'
import { documentedCalls, documentedCommands, documentedSnippets } from './documented.ts'
import { reachable } from './reachable.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatecheck-reachable-'))
  mkdirSync(join(folder, 'deep'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
}

const from = (entry: string, ways: Parameters<typeof reachable>[1] = {}) =>
  [...reachable([join(folder, entry)], ways)].map((path) => relative(folder, path)).sort()

describe('what a file reaches', () => {
  it('is all that it imports, at once or later, and what it opens or starts beside itself', () => {
    write({
      'a.js': `import x from './deep/b.js'\nimport './c.js'\nexport { y } from './d.js'\nconst z = await import('./e.js')`,
      'deep/b.js': `new Worker(new URL('../f.js', import.meta.url)); read(new URL('clip.mp4', import.meta.url))`,
      'c.js': `import './a.js'\nimport 'package'`,
      'd.js': '',
      'e.js': `const text = "from './nothing.js' is no import of ours"`.replace('from', 'out of'),
      'f.js': '',
      'deep/clip.mp4': '',
      'unused.js': '',
    })
    expect(from('a.js')).toEqual(['a.js', 'c.js', 'd.js', 'deep/b.js', 'deep/clip.mp4', 'e.js', 'f.js'])
  })

  it('leaves out what it is told to, and finds declarations beside sources', () => {
    write({ 'a.js': `import('./deep/b.js')`, 'deep/b.js': '' })
    expect(from('a.js', { leaveOut: (path) => path.includes('deep') })).toEqual(['a.js'])
    write({ 'a.d.ts': `export type { B } from './deep/b.ts';`, 'deep/b.d.ts': 'export type B = 1;' })
    expect(from('a.d.ts', { resolve: (path) => path.replace(/\.ts$/, '.d.ts') })).toEqual(['a.d.ts', 'deep/b.d.ts'])
  })

  it('is an error where it is not there', () => {
    write({ 'a.js': `import './gone.js'` })
    expect(() => from('a.js')).toThrow(/gone\.js is named somewhere, and is not there/)
  })
})

describe('what the documents show of the package', () => {
  it('is tried, each command of it, and nothing else', () => {
    expect(Object.keys(COMMANDS).sort()).toEqual(documentedCommands())
  })

  it('is called by curl as it is tried, block for block', () => {
    const blocks = documentedCalls().map(({ heading }) => heading)
    const tried = Object.entries(CALLS).flatMap(([heading, trials]) => trials.map(() => heading))
    expect(blocks.toSorted()).toEqual(tried.toSorted())
  })

  it('says in which file each block of TypeScript stands', () => {
    expect(documentedSnippets().map(({ file }) => file)).toContain('conformance.test.ts')
  })
})
