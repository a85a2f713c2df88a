import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SCENARIOS } from '../service/scenarios/index.ts'
import { scenarioTable } from './scenario-table.ts'

const text = readFileSync('docs/serve.md', 'utf8')

it('tells of every scenario as it is ("npm run generate" writes the table anew)', () => {
  expect(text).toContain(`<!-- scenarios -->\n\n${scenarioTable()}\n\n<!-- end -->`)
  for (const { kind, name } of SCENARIOS) if (kind === 'scenario') expect(text).toContain(`| \`${name}\``)
})

it('leads to headings that are there', () => {
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title!.toLowerCase().replaceAll(' ', '-'))
  const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor!)
  expect(links.length).toBeGreaterThan(3)
  expect(links.filter((anchor) => !headings.includes(anchor))).toEqual([])
})
