import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { History } from '../../runner/history/history.ts'
import { Keyring } from '../../runner/keys/keyring.ts'
import { Secrets } from '../../runner/observing/secrets.ts'
import { targetOf } from '../../runner/settings/target.ts'
import type { Passed } from '../relay/told.ts'
import { KeysPassing } from './keys-passing.ts'
import { Recorder } from './recorder.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close()
})

const BODY = { bytes: 0, kept: new Uint8Array(0), isWhole: true }
const PASSED: Passed = {
  ...{ connection: 1, sent: 1, received: 2, at: 1000, endedAt: 1012, http: '1.1', method: 'GET' },
  ...{ path: '/v1/models', headers: [], body: BODY },
  answer: { begunAt: 1010, status: 200, statusText: 'OK', headers: [], body: BODY },
}

it('has in the file what it was told by the time that it says so, whatever else is waiting for its turn', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-test-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'history.jsonl')
  const history = new History(path)
  closing.push(() => history.close())
  const target = targetOf('https://api.test/v1')
  const recorder = new Recorder({
    target,
    history,
    keys: new KeysPassing(),
    secrets: new Secrets(),
    keyring: new Keyring([], []),
    start: 0,
  })
  await recorder.take([PASSED, { ...PASSED, sent: 3, received: 4 }], [])
  expect(readFileSync(path, 'utf8').match(/"kind":"exchange".*\n/g)).toHaveLength(2)
})
