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

describe('a certificate on its own', () => {
  it('is in order', () => {
    expect(isFoundOut(bytes)).toBe(false)
  })

  it('is found out wherever a bit of it is flipped', () => {
    const escaped = [...bytes.keys()].filter((at) => !isFoundOut(bytes.with(at, bytes[at]! ^ (1 << (at % 8)))))
    expect(escaped).toEqual([])
  })

  it('is found out wherever a byte of it is left out', () => {
    const escaped = [...bytes.keys()].filter(
      (at) => !isFoundOut(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])),
    )
    expect(escaped).toEqual([])
  })

  it('is found out wherever it is cut off', () => {
    const escaped = [...bytes.keys()].filter((length) => !isFoundOut(bytes.subarray(0, length)))
    expect(escaped).toEqual([])
  })
})
