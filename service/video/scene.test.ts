import { describe, expect, it } from 'vitest'
import { pointsOf } from './caption.ts'
import type { Film } from './film.ts'
import { cellsThatFill, pictureOf, sceneOf } from './scene.ts'

const FILM: Film = { width: 854, height: 480, seconds: 5, fps: 24, bitDepth: 8, name: 'one', caption: '480p 16:9' }

function drawn(text: string, columns: number, rows: number): string[] {
  const grid = Array.from({ length: rows }, () => Array<string>(columns).fill('.'))
  for (const { row, column } of pointsOf(text, { columns, rows })) {
    expect(grid[row]?.[column], `${row}, ${column}`).toBeDefined()
    grid[row]![column] = '#'
  }
  return grid.map((row) => row.join(''))
}

describe('a caption', () => {
  it('can be read', () => {
    expect(drawn('4k 5s', 22, 7)).toEqual([
      '#..#.#.......####.....',
      '#..#.#.......#........',
      '#..#.#..#....#.....###',
      '####.#.#.....###..#...',
      '...#.##.........#..##.',
      '...#.#.#........#....#',
      '...#.#..#....###..###.',
    ])
  })

  it('is as large as there is room for', () => {
    const small = pointsOf('4k', { columns: 9, rows: 7 }).length
    expect(pointsOf('4k', { columns: 18, rows: 14 }).length).toBe(small * 4)
    expect(pointsOf('4k', { columns: 29, rows: 23 }).length).toBe(small * 9)
  })

  it('is broken between words, and within one only where a picture is narrow', () => {
    const inkOf = (rows: string[]) => rows.map((row) => row.includes('#'))
    expect(inkOf(drawn('44 44', 9, 15))).toEqual([...Array(7).fill(true), false, ...Array(7).fill(true)])
    expect(inkOf(drawn('4444', 9, 15))).toEqual([...Array(7).fill(true), false, ...Array(7).fill(true)])
    expect(pointsOf('44ff', { columns: 14, rows: 15 })).toEqual(pointsOf('44 ff', { columns: 14, rows: 15 }))
    expect(drawn('4444', 19, 15).filter((row) => row.includes('#')).length).toBe(7)
  })

  it('leaves out what has no room at all', () => {
    expect(pointsOf('480p 16:9', { columns: 3, rows: 100 })).toEqual(pointsOf('1 :', { columns: 3, rows: 100 }))
    expect(pointsOf('480p 16:9', { columns: 3, rows: 7 })).toEqual(pointsOf('1', { columns: 3, rows: 7 }))
    expect(pointsOf('480p', { columns: 100, rows: 6 })).toEqual([])
    expect(pointsOf('', { columns: 100, rows: 100 })).toEqual([])
  })

  it('shows a box for what has no letter', () => {
    expect(drawn('é', 4, 7)).toEqual(['####', '#..#', '#..#', '#..#', '#..#', '#..#', '####'])
  })
})

describe('a scene', () => {
  it('has other colours for another name', () => {
    const one = sceneOf(FILM)
    const other = sceneOf({ ...FILM, name: 'other' })
    expect(other.cells).toEqual(one.cells)
    expect(other.palette).not.toEqual(one.palette)
    expect(sceneOf(FILM)).toEqual(one)
  })

  it.each([
    [854, 480],
    [480, 1920],
    [8640, 2160],
    [16_880, 24],
    [24, 16_880],
    [2, 2],
    [16, 32],
  ])('fills its rows from left to right, from above, at %ix%i', (width, height) => {
    const scene = sceneOf({ ...FILM, width, height })
    const { columns, rows, palette, fillingRows } = scene
    expect(scene.cells.length).toBe(columns * rows)
    expect([...scene.cells].every((cell) => cell < palette.length)).toBe(true)
    expect(fillingRows.length > 0).toBe(rows > 1)
    const part = Math.ceil(columns / 3)
    const filled = pictureOf(scene, part).cells
    for (const row of fillingRows)
      for (let column = 0; column < columns; column++) {
        const at = row * columns + column
        expect(filled[at]).toBe(column < part ? scene.cells[at - columns] : scene.cells[at])
        expect(scene.cells[at]).not.toBe(scene.cells[at - columns])
      }
    const whole = [...cellsThatFill(scene, 0, part), ...cellsThatFill(scene, part, columns)]
    expect(whole.toSorted((one, other) => one - other)).toEqual(cellsThatFill(scene, 0, columns))
  })

  it('has colours that a flat picture can hold', () => {
    for (const name of ['a', 'b', 'c', 'd'])
      for (const { y, cb, cr } of sceneOf({ ...FILM, name }).palette) {
        expect([y % 8, cb % 4, cr % 4]).toEqual([0, 0, 0])
        expect(Math.min(y, cb, cr)).toBeGreaterThanOrEqual(16)
        expect(Math.max(y - 5, cb, cr)).toBeLessThanOrEqual(240)
      }
  })
})
