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

const all = arrows()
const inWords = ({ from, to }: Arrow) => `${from} -> ${to}`
const ofProduct = all.filter(({ from }) => !isOfTests(from))
const rank = (file: string) =>
  isAtTheDoor(file) ? ROOMS.length : ROOMS.indexOf(roomOf(file) as (typeof ROOMS)[number])
const rankInEngine = (file: string) => ENGINE.findIndex((folder) => file.startsWith(`runner/${folder}/`))

it('imports only from the same or a lower folder, in tests too', () => {
  expect(all.length).toBeGreaterThan(1500)
  expect(all.filter(({ from, to }) => rank(to) > rank(from)).map(inWords)).toEqual([])
})

it('imports only from the same or a lower folder inside the engine, in tests too', () => {
  const inside = all.filter(({ from, to }) => rankInEngine(from) >= 0 && rankInEngine(to) >= 0)
  expect(inside.length).toBeGreaterThan(300)
  expect(inside.filter(({ from, to }) => rankInEngine(to) > rankInEngine(from)).map(inWords)).toEqual([])
})

it.each(DOOR)('imports the entry point %s only in tests', (file) => {
  expect(all.filter(({ from }) => from === file).length).toBeGreaterThan(0)
  expect(ofProduct.filter(({ from, to }) => to === file && !isAtTheDoor(from)).map(inWords)).toEqual([])
})

it.each(KNOW_SPEC_ALONE)('imports only spec/ in %s/', (room) => {
  const others = ofProduct.filter(({ from, to }) => roomOf(from) === room && ![room, 'spec'].includes(roomOf(to)))
  expect(others.filter(({ to }) => roomOf(to) !== '').map(inWords)).toEqual([])
})

it('imports test helpers only in tests', () => {
  expect(ofProduct.filter(({ to }) => isOfTests(to)).map(inWords)).toEqual([])
})

// Biome's noImportCycles finds cycles of files.
it('has no import cycle of folders', () => {
  expect([...neighbours(ofProduct).values()].flatMap(circles)).toEqual([])
  expect(circles([...'ab bc ca cd'.split(' ')].map(([from, to]) => ({ from: from!, to: to! })))).toEqual([
    ['a', 'b', 'c'],
  ])
})
