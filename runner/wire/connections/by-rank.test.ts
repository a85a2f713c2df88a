import { expect, it } from 'vitest'
import { ByRank, type Rank } from './by-rank.ts'

function served(waiting: Record<Rank, number>, most: number): string[] {
  const queue = new ByRank<Rank>()
  for (const rank of ['spare', 'usual', 'urgent'] as const)
    for (let one = 0; one < waiting[rank]; one++) queue.add(rank, rank)
  return Array.from({ length: most }, () => queue.next()).flatMap((each) => each ?? [])
}

it('lets the urgent go first and the spare last', () => {
  expect(served({ urgent: 1, usual: 1, spare: 1 }, 4)).toEqual(['urgent', 'usual', 'spare'])
})

it('lets nobody wait for ever, whatever else keeps coming', () => {
  const first = served({ urgent: 1000, usual: 1000, spare: 1000 }, 160)
  expect(first.filter((each) => each === 'usual')).toHaveLength(30)
  expect(first.filter((each) => each === 'spare')).toHaveLength(10)
})

it('serves those of one rank in the order in which they came', () => {
  const queue = new ByRank<number>()
  for (const one of [1, 2, 3]) queue.add('usual', one)
  expect([queue.next(), queue.next(), queue.next(), queue.next()]).toEqual([1, 2, 3, undefined])
})
