import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** The rooms from the ground up: each may import those before it. */
export const ROOMS = [
  'spec',
  'service',
  'runner',
  'fixtures',
  'suites',
  'certificate',
  'drift',
  'clients',
  'selfcheck',
  'proxy',
  'reporters',
  'runs',
  'cli',
  'library',
  'bench',
  'docs',
  'scripts',
] as const

/** The folders of the engine, again from the ground up. */
export const ENGINE = [
  'settings',
  'keys',
  'media',
  'writing',
  'history',
  'folder',
  'dialect',
  'wire',
  'observing',
  'jobs',
  'driving',
  'judging',
  'report',
  'run',
  'pact',
] as const

/** Public entry points. They come after all folders; no other file imports them. */
export const DOOR = ['index.ts', 'pact.ts', 'service.ts', 'vitest.ts'] as const

/** Folders that may import spec/ only, whatever comes before them. */
export const KNOW_SPEC_ALONE = ['service', 'runner'] as const

export type Arrow = { from: string; to: string }

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g

/** Every import from one file of the project to another, types included. */
export function arrows(): Arrow[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
    encoding: 'utf8',
  })
  return files
    .trim()
    .split('\n')
    .filter((file) => isAtTheDoor(file) || ROOMS.some((room) => file.startsWith(`${room}/`)))
    .flatMap((from) => [...importsOf(from)].map((path) => ({ from, to: normalize(join(dirname(from), path)) })))
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, path]) => path!)
}

export const isOfTests = (file: string) => /(\.test|-for-tests|\.vitest)\.ts$|\/tests\/|\/whole-runs\//.test(file)

export const isAtTheDoor = (file: string) => (DOOR as readonly string[]).includes(file)

/** Nothing for what stands outside the rooms, as package.json does. */
export const roomOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '')

/** Groups of names that reach each other, each in a fixed order. */
export function circles(pairs: Iterable<Arrow>): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of pairs) {
    if (from === to) continue
    next.set(from, (next.get(from) ?? new Set()).add(to))
    if (!next.has(to)) next.set(to, new Set())
  }
  return stronglyConnected(next).filter((group) => group.length > 1)
}

/** Inside each folder, what stands in it side by side: a file is one thing, and so is a folder with all that it holds. */
export function neighbours(pairs: readonly Arrow[]): Map<string, Arrow[]> {
  const byFolder = new Map<string, Arrow[]>()
  for (const { from, to } of pairs) {
    const [one, other] = [from.split('/'), to.split('/')]
    const common = one.findIndex((part, index) => part !== other[index])
    if (common < 0) continue
    const folder = one.slice(0, common).join('/')
    const arrow = { from: one.slice(0, common + 1).join('/'), to: other.slice(0, common + 1).join('/') }
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), arrow])
  }
  return byFolder
}

/** Tarjan's way. */
function stronglyConnected(next: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const groups: string[][] = []
  const visit = (name: string) => {
    index.set(name, index.size)
    low.set(name, index.get(name)!)
    stack.push(name)
    for (const other of next.get(name) ?? []) {
      if (!index.has(other)) visit(other)
      if (stack.includes(other)) low.set(name, Math.min(low.get(name)!, low.get(other)!))
    }
    if (low.get(name) === index.get(name)) groups.push(stack.splice(stack.indexOf(name)).sort())
  }
  for (const name of next.keys()) if (!index.has(name)) visit(name)
  return groups
}
