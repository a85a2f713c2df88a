import { expect, it } from 'vitest'
import { answered, unanswered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { keptConnection } from './refusals.ts'

const by = keptConnection.id
const good = answered(200, { by: 'introduction' })
const onConnection = (connection: number) => answered(200, { by, part: 'twin', connection })
const probeOn = (connection: number) => answered(401, { by, twin: good.n, case: 'no header', connection })
const control = answered(200, { by, part: 'control', twin: good.n })

it('passes where probes met the connection of a good request', () => {
  const verdict = verdictOf(keptConnection, [good, onConnection(1), probeOn(1), onConnection(2), probeOn(3), control])
  expect(verdict).toMatchObject({ verdict: 'pass', remark: '1 of 2 probes used the kept-alive connection' })
})

it('has no verdict where connections broke and none was met again', () => {
  const lost = unanswered('reset', { by, part: 'twin', connection: 1 })
  expect(verdictOf(keptConnection, [good, lost, probeOn(2), control])).toMatchObject({
    verdict: 'inconclusive',
    reason: 'no probe used the connection of a valid request',
  })
})
