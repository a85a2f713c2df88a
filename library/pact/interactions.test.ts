import { expect, it } from 'vitest'
import { lintOf } from '../../engine/pact/conformance/lint.ts'
import { pactFileIn } from '../../engine/pact/file/pact-file.ts'
import { contractOfAll, READY_MADE } from './ready-made-for-tests.ts'

it('makes a contract that requires only what is specified', async () => {
  const { interactions, ...lint } = lintOf(pactFileIn(await contractOfAll(), 'client-videos.json'))
  const rest = interactions.flatMap(({ parts }) => parts.filter(({ standing }) => standing !== 'promised'))
  expect(rest).toEqual([])
  expect(lint).toMatchObject({ kind: 'Pact V4', beyond: 0, against: 0 })
  expect(interactions).toHaveLength(Object.keys(READY_MADE).length)
})
