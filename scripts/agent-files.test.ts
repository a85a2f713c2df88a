import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { EXIT } from '../engine/config/exit-codes.ts'

const SKILL = readFileSync('SKILL.md', 'utf8')

it('has the front matter that coding agents read', () => {
  const [, head] = /^---\n([\s\S]*?)\n---\n/.exec(SKILL)!
  const fields = Object.fromEntries(head!.split('\n').map((line) => line.split(/: (.*)/)))
  expect(Object.keys(fields)).toEqual(['name', 'description'])
  expect(fields.name).toMatch(/^[a-z-]{1,64}$/)
  expect(fields.description.length).toBeLessThan(1024)
})

it('names every exit code', () => {
  const named = [...SKILL.matchAll(/^\| +(\d+) \|/gm)].map(([, code]) => Number(code))
  expect(named.toSorted()).toEqual(Object.values(EXIT).toSorted())
})

it.each(['SKILL.md', 'AGENTS.md'])('ships %s with the package, without links that leave it', (name) => {
  const { files } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(files).toContain(name)
  const links = [...readFileSync(name, 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link)
  expect(links.filter((link) => !files.includes(link))).toEqual([])
})
