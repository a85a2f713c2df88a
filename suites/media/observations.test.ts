import { expect, it } from 'vitest'
import { isObservation } from '../../engine/judge/check.ts'
import { answered, see } from '../../engine/judge/handwritten-for-tests.ts'
import { media } from './index.ts'
import { fact, seen, videoOf } from './looks-for-tests.ts'

type Seen = ReturnType<typeof seen>

const CASES: Record<string, [seen: Seen[], values: string[]][]> = {
  'jobs.url-lifetime': [
    [[seen(), seen({ time: 'again' })], ['works again']],
    [[seen({ time: 'again', outcome: { kind: 'refused', status: 410 } })], ['works once']],
  ],
  'bit-depth.default': [
    [[seen(), seen({ ordered: { bit_depth: 10 } })], ['8 bit at 480p']],
    [
      [seen({ ordered: { resolution: '720p' }, outcome: videoOf({ depth: fact(10) }) }), seen()],
      ['10 bit at 720p', '8 bit at 480p'],
    ],
  ],
}

it('has a history for every observation of the suite', () => {
  expect(Object.keys(CASES)).toEqual(media.checks.filter(isObservation).map(({ id }) => id))
})

it.each(Object.entries(CASES))('%s names the choice', (id, cases) => {
  const check = media.checks.find((each) => each.id === id)!
  for (const [all, values] of cases) {
    const exchanges = all.flatMap((each) => each.exchanges)
    expect(see(check, exchanges, { looks: all.map(({ look }) => look) })).toMatchObject({ values })
  }
  expect(see(check, [answered(200)])).toBeUndefined()
})
