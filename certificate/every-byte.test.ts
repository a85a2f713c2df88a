import { beforeAll, describe, expect, it } from 'vitest'
import { keyPair, problemsIn } from './certificates-for-tests.ts'
import { seal } from './document/envelope.ts'
import { statementOf } from './document/statement.ts'
import { CHECKABLE, judgedAgain, recordedHistory } from './recorded-run-for-tests.ts'

let bytes: Buffer
beforeAll(async () => {
  const { report } = judgedAgain(await recordedHistory())
  bytes = Buffer.from(seal(statementOf(report, CHECKABLE), keyPair().privateKey))
})

/** The worst case: nobody gave a key to trust or a run to compare with. */
const isFoundOut = (tampered: Uint8Array) => problemsIn(Buffer.from(tampered).toString()).length > 0

const PAYLOAD_STEP = 23

/** Each byte outside the payload and near its ends, and every 23rd of the rest: one digest and signature cover all of it. */
function positions(): number[] {
  const { payload } = JSON.parse(bytes.toString()) as { payload: string }
  const begin = bytes.indexOf(payload)
  const isInside = (at: number) => at >= begin + 8 && at < begin + payload.length - 8
  return [...bytes.keys()].filter((at) => !isInside(at) || at % PAYLOAD_STEP === 0)
}

describe('a certificate on its own', () => {
  it('passes unchanged', () => {
    expect(isFoundOut(bytes)).toBe(false)
  })

  it('fails when a bit is flipped', () => {
    const escaped = positions().filter((at) => !isFoundOut(bytes.with(at, bytes[at]! ^ (1 << (at % 8)))))
    expect(escaped).toEqual([])
  })

  it('fails when a byte is removed', () => {
    const escaped = positions().filter(
      (at) => !isFoundOut(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])),
    )
    expect(escaped).toEqual([])
  })

  it('fails when it is cut off', () => {
    const escaped = positions().filter((length) => !isFoundOut(bytes.subarray(0, length)))
    expect(escaped).toEqual([])
  })
})
