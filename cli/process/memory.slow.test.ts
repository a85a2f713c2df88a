import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { TIDY_FROM_BYTES } from './memory.ts'

const MEMORY = fileURLToPath(new URL('./memory.ts', import.meta.url))
const most = TIDY_FROM_BYTES

/** Holds as much as is held before memory is tidied, and a window of what comes and goes: each of it lives for a while. */
const WASTEFUL = (tidies: boolean) => `
  import { leaveUntidied, tidyOnceLarge } from ${JSON.stringify(MEMORY)}
  tidyOnceLarge()
  if (!${tidies}) leaveUntidied()
  const held = Array.from({ length: ${Math.round(most / 800)} }, (_, nth) => new Array(100).fill(nth))
  const window = []
  let round = 0
  const turn = () => {
    window[round % 10] = Array.from({ length: 40_000 }, (_, nth) => ({ nth, more: [nth, nth, nth] }))
    if (++round < 200) setTimeout(turn, 1)
    else console.log(process.resourceUsage().maxRSS + 0 * held.length)
  }
  turn()
`
function kilobytes(tidies: boolean): number {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', WASTEFUL(tidies)], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return Number(stdout)
}

it('holds little more than it has to, however much is thrown away', () => {
  const [tidied, otherwise] = [kilobytes(true), kilobytes(false)]
  expect(tidied).toBeLessThan(otherwise)
})
