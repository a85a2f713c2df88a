import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { llms } from './llms.ts'
import { pageOf } from './page.ts'

it('lists each guide in llms.txt with its title and description', () => {
  const guides = globSync('docs/guides/*.md').map((path) =>
    pageOf(path.replace('docs/', ''), readFileSync(path, 'utf8')),
  )
  const text = llms(guides, ['guides'], '/docs')
  expect(text).toMatch(/^# gatecheck\n\n> /)
  const lines = text.split('\n').filter((line) => line.startsWith('- '))
  expect(lines).toHaveLength(guides.length)
  for (const line of lines) expect(line).toMatch(/^- \[[A-Z][^\]]+\]\(\/docs\/guides\/[a-z-]+\/\): [A-Z].+\.$/)
  expect(lines.some((line) => line.startsWith('- [Coding agents](/docs/guides/agents/): '))).toBe(true)
})
