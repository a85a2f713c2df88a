import { beforeAll, expect, it } from 'vitest'
import { keyPair, problemsIn } from './certificates-for-tests.ts'
import { seal } from './document/envelope.ts'
import { statementOf } from './document/statement.ts'
import { CHECKABLE, judgedAgain, recordedHistory } from './recorded-run-for-tests.ts'

let bytes: Buffer
beforeAll(async () => {
  const { report } = judgedAgain(await recordedHistory())
  bytes = Buffer.from(seal(statementOf(report, CHECKABLE), keyPair().privateKey))
})

/** The weakest check: no trusted key and no recorded run. */
const isFoundOut = (tampered: Uint8Array) => problemsIn(Buffer.from(tampered).toString()).length > 0

const PAYLOAD_STEP = 23

/** One signature covers the payload, so a sample of its inner bytes is enough. */
function positions(): number[] {
  const { payload } = JSON.parse(bytes.toString()) as { payload: string }
  const begin = bytes.indexOf(payload)
  const isInside = (at: number) => at >= begin + 8 && at < begin + payload.length - 8
  return [...bytes.keys()].filter((at) => !isInside(at) || at % PAYLOAD_STEP === 0)
}

const flipped = (at: number) => bytes.with(at, bytes[at]! ^ (1 << (at % 8)))
const without = (at: number) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])

it('is refused when any bit is flipped, any byte removed, or the file truncated', () => {
  expect(isFoundOut(bytes)).toBe(false)
  for (const tampered of [flipped, without, (at: number) => bytes.subarray(0, at)])
    expect(positions().filter((at) => !isFoundOut(tampered(at)))).toEqual([])
})
