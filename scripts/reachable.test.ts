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

const from = (entry: string) =>
  [...reachable([join(folder, entry)], (path) => path.replace(/\.ts$/, '.d.ts'))]
    .map((path) => relative(folder, path))
    .sort()

describe('what a declaration reaches', () => {
  it('includes all imports', () => {
    write({
      'a.d.ts': `import type { B } from './deep/b.ts';\nexport type C = import('./c.ts').C;\nimport 'package'`,
      'deep/b.d.ts': `export { A } from '../a.ts'`,
      'c.d.ts': '',
      'unused.d.ts': '',
    })
    expect(from('a.d.ts')).toEqual(['a.d.ts', 'c.d.ts', 'deep/b.d.ts'])
  })

  it('fails for a missing file', () => {
    write({ 'a.d.ts': `import './gone.ts'` })
    expect(() => from('a.d.ts')).toThrow(/gone\.d\.ts is named somewhere, and is not there/)
  })
})

describe('what the documents show of the package', () => {
  it('is tested: each command, and nothing else', () => {
    expect(Object.keys(COMMANDS).sort()).toEqual(documentedCommands())
  })

  it('has the tested curl calls, block for block', () => {
    const blocks = documentedCalls().map(({ heading }) => heading)
    const tried = Object.entries(CALLS).flatMap(([heading, trials]) => trials.map(() => heading))
    expect(blocks.toSorted()).toEqual(tried.toSorted())
  })

  it('names the file of each TypeScript block', () => {
    expect(documentedSnippets().map(({ file }) => file)).toContain('conformance.test.ts')
  })
})
