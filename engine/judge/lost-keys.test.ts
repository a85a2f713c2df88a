import { describe, expect, it } from 'vitest'
import type { Exchange } from '../history/entry/exchange.ts'
import { answered, BEGAN } from '../history/handwritten-for-tests.ts'
import { recordingOf } from '../history/recording.ts'
import { gathering } from './facts.ts'
import { runToEnd } from './judging.ts'

const READINGS = ['/v1/models', '/v1/usage', '/v1/capacity']
const shown = (exchanges: readonly Exchange[]) =>
  [...runToEnd(gathering(recordingOf([BEGAN, ...exchanges]))).shown].flatMap((entry) =>
    entry.kind === 'exchange' ? [entry.answer?.status ?? entry.failure!.kind] : [],
  )
const accepted = (key = 'A') => answered(200, { key, path: '/v1/models' })
const refused = (key = 'A', paths = READINGS) => paths.map((path) => answered(401, { key, path }))

describe('a key that was accepted and is refused from then on', () => {
  it('has no responses from then on', () => {
    expect(shown([accepted(), ...refused()])).toEqual([200, 'interrupted', 'interrupted', 'interrupted'])
  })

  it('includes placeholders of the changed key, but no other responses', () => {
    const lost = [accepted(), ...refused()]
    const made = answered(401, { key: '', path: '/v1/usage?key={{A without character 7}}' })
    const broken = answered(500, { path: '/v1/usage' })
    expect(shown([...lost, made, broken]).slice(4)).toEqual(['interrupted', 500])
  })

  it.each<[string, Exchange[]]>([
    ['is unknown and was never accepted', refused('K1')],
    ['is accepted again', [accepted(), ...refused(), accepted()]],
    [
      'is refused at one endpoint only',
      [accepted(), ...refused('A', ['/v1/videos/a', '/v1/videos/b', '/v1/videos/c'])],
    ],
    ['is refused twice', [accepted(), ...refused('A', READINGS.slice(0, 2))]],
    ['is known to be revoked', [accepted('R'), ...refused('R')]],
  ])('is not lost if it %s', (_, exchanges) => {
    expect(shown(exchanges)).not.toContain('interrupted')
  })
})
