import { expect, it } from 'vitest'
import type { Play } from './scenario.ts'
import { valuesOf } from './values.ts'
import { inWriting, playWritten } from './written.ts'

it.each<[string, Play]>([
  ['busy', { play: 'busy' }],
  ['fault:keeps-revoked-keys', { play: 'fault:keeps-revoked-keys' }],
  ['busy,times=3', { play: 'busy', with: { times: '3' } }],
  ['busy,times=3,key=night shift', { play: 'busy', with: { times: '3' }, for: { key: 'night shift' } }],
  [
    'full,account=a,key=k,model=m,prompt=an old, old',
    { play: 'full', for: { account: 'a', key: 'k', model: 'm', prompt: 'an old, old' } },
  ],
  ['fails,message=2 + 2 = 4,code=\\', { play: 'fails', with: { message: '2 + 2 = 4', code: '\\' } }],
])('reads %s as it writes it', (text, play) => {
  const escaped = inWriting(play)
  expect(playWritten(escaped)).toEqual(play)
  if (!text.includes(', ') && !text.includes('\\')) expect(escaped).toBe(text)
})

it.each(['', ',times=3', 'busy,times', 'busy,=3', 'busy,,times=3'])('refuses "%s"', (text) => {
  expect(() => playWritten(text)).toThrow(RangeError)
})

const scenario = {
  kind: 'scenario',
  name: 'tried',
  summary: '',
  parameters: [
    { name: 'share', about: '', type: 'number', least: 0, most: 1, usual: 0.5 },
    { name: 'count', about: '', type: 'number', least: 1, most: 9, isWhole: true },
    { name: 'word', about: '', type: 'text', oneOf: ['one', 'two'], usual: 'one' },
    { name: 'list', about: '', type: 'text', severalOf: ['a', 'b', 'c'] },
    { name: 'free', about: '', type: 'text' },
  ],
  patch: () => () => {},
} as const satisfies Parameters<typeof valuesOf>[0]

it('parses values, numbers as numbers, and adds the defaults', () => {
  expect(valuesOf(scenario, {})).toEqual({ share: 0.5, word: 'one' })
  const said = { share: '0.25', count: '3', word: 'two', list: 'a + c', free: 7 }
  expect(valuesOf(scenario, said)).toEqual({ share: 0.25, count: 3, word: 'two', list: 'a + c', free: '7' })
})

it.each([
  [{ share: 1.1 }, 'share of tried must be a number from 0 to 1, not 1.1'],
  [{ share: '' }, 'share of tried must be a number from 0 to 1, not '],
  [{ share: 'half' }, 'share of tried must be a number from 0 to 1, not half'],
  [{ count: 1.5 }, 'count of tried must be a whole number from 1 to 9, not 1.5'],
  [{ count: 0 }, 'count of tried must be a whole number from 1 to 9, not 0'],
  [{ word: 'three' }, 'word of tried must be one of one, two, not three'],
  [{ list: 'a+d' }, 'list of tried must be one or more of a+b+c, not a+d'],
  [{ list: 'a+a' }, 'list of tried must be one or more of a+b+c, not a+a'],
  [{ list: '+' }, 'list of tried must be one or more of a+b+c, not +'],
  [{ times: 2 }, 'tried has no parameter times; available: share, count, word, list, free'],
])('refuses %o', (said: Record<string, string | number>, why) => {
  expect(() => valuesOf(scenario, said)).toThrow(why)
})
