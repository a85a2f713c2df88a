import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  type Arrow,
  arrows,
  circles,
  DOOR,
  ENGINE,
  isAtTheDoor,
  isOfTests,
  KNOW_SPEC_ALONE,
  neighbours,
  ROOMS,
  roomOf,
} from './house.ts'
import { enginePicture, housePicture } from './house-picture.ts'

const all = arrows()
const inWords = ({ from, to }: Arrow) => `${from} -> ${to}`
const ofProduct = all.filter(({ from }) => !isOfTests(from))
const floor = (file: string) =>
  isAtTheDoor(file) ? ROOMS.length : ROOMS.indexOf(roomOf(file) as (typeof ROOMS)[number])

it('reads the imports', () => {
  expect(all.length).toBeGreaterThan(1500)
})

it('has no arrow upwards, tests and their scaffolding included', () => {
  const upwards = all.filter(({ from, to }) => floor(to) > floor(from))
  expect(upwards.map(inWords)).toEqual([])
})

const folderOfEngine = (file: string) => ENGINE.findIndex((folder) => file.startsWith(`runner/${folder}/`))

it('has no arrow upwards inside the engine, tests included', () => {
  const inside = all.filter(({ from, to }) => folderOfEngine(from) >= 0 && folderOfEngine(to) >= 0)
  expect(inside.length).toBeGreaterThan(300)
  expect(inside.filter(({ from, to }) => folderOfEngine(to) > folderOfEngine(from)).map(inWords)).toEqual([])
})

it('tells of the rooms in their order', () => {
  const told = readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^\| `(\w+)\/` +\|/gm)
  expect([...told].map(([, room]) => room)).toEqual(ROOMS)
})

it('tells of the folders of the engine in their order', () => {
  const [, told = ''] = /Inside the engine,([\s\S]+?)\[Their\s+imports\]/.exec(readFileSync('CONTRIBUTING.md', 'utf8'))!
  expect([...told.matchAll(/`(\w+)\/`/g)].map(([, folder]) => folder)).toEqual(ENGINE)
})

it.each(DOOR)('has %s after all rooms, and nobody but a test imports it', (file) => {
  expect(all.filter(({ from }) => from === file).length).toBeGreaterThan(0)
  expect(ofProduct.filter(({ from, to }) => to === file && !isAtTheDoor(from)).map(inWords)).toEqual([])
})

it.each(KNOW_SPEC_ALONE)('lets %s know the law alone', (room) => {
  const others = ofProduct.filter(({ from, to }) => roomOf(from) === room && ![room, 'spec'].includes(roomOf(to)))
  expect(others.filter(({ to }) => roomOf(to) !== '').map(inWords)).toEqual([])
})

it('lets nothing of the product import what is there for tests', () => {
  expect(ofProduct.filter(({ to }) => isOfTests(to)).map(inWords)).toEqual([])
})

it('has no circle of files', () => {
  expect(circles(all)).toEqual([])
})

it('has no circle of folders, nor of folders and files beside them', () => {
  expect([...neighbours(ofProduct).values()].flatMap(circles)).toEqual([])
})

/** A level that is longer is a corridor: what belongs together in it gets a room. Faults and servers of others are lists. */
const MOST_ON_ONE_LEVEL = 20

it('has no level of a room with more files than are taken in at a glance', () => {
  const files = [...new Set(ofProduct.flatMap(({ from, to }) => [from, to]))]
  const levels = Map.groupBy(
    files.filter((file) => !isOfTests(file) && !file.startsWith('fixtures/')),
    (file) => file.slice(0, Math.max(0, file.lastIndexOf('/'))),
  )
  expect(levels.size).toBeGreaterThan(80)
  const corridors = [...levels].filter(([, on]) => on.length > MOST_ON_ONE_LEVEL)
  expect(corridors.map(([level, on]) => `${level}: ${on.length} files`)).toEqual([])
})

/** What a file lets others import, by the words that its declaration begins with. */
const exported = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^export (?:type|class|interface) (\w+)/gm)].map(([, name]) => name!)

it('means the same by a word wherever it is imported, or nearly so', () => {
  const files = [...new Set(ofProduct.flatMap(({ from, to }) => [from, to]))].filter((file) => !isOfTests(file))
  const meanings = Map.groupBy(
    files
      .filter((file) => !file.startsWith('fixtures/'))
      .flatMap((file) => exported(file).map((name) => ({ name, file }))),
    ({ name }) => name,
  )
  expect(meanings.size).toBeGreaterThan(500)
  const many = [...meanings.values()].filter(({ length }) => length > 3)
  expect(many.map((each) => `${each[0]!.name}: ${each.map(({ file }) => file).join(', ')}`)).toEqual([])
})

it('draws by chance from a seed that stands there, so that no test is red but for what was changed', () => {
  const files = [...new Set(all.map(({ from }) => from))]
  const drawing = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const draws = text.match(/\bfc\.(?:assert|check|sample)\(/g)?.length ?? 0
    return draws > 0 ? [{ file, draws, seeds: text.match(/\bseed\b/g)?.length ?? 0 }] : []
  })
  expect(drawing.length).toBeGreaterThan(50)
  expect(drawing.filter(({ draws, seeds }) => seeds < draws).map(({ file }) => file)).toEqual([])
})

it('finds a circle where there is one', () => {
  const pairs = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'a' },
    { from: 'c', to: 'd' },
  ]
  expect(circles(pairs)).toEqual([['a', 'b', 'c']])
})

it.each([
  ['house', housePicture],
  ['engine', enginePicture],
])('stands in docs/pictures/%s.svg as it is ("npm run generate" draws it anew)', (name, draw) => {
  expect(readFileSync(new URL(`./pictures/${name}.svg`, import.meta.url), 'utf8')).toBe(draw())
})

it.each(ROOMS)('shows %s in its picture', (room) => {
  expect(housePicture()).toContain(`>${room}/<`)
})
