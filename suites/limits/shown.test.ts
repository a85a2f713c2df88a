import { describe, expect, it } from 'vitest'
import { aliasLists } from '../../engine/discovery/dialect/aliases.ts'
import type { Facts } from '../../engine/judge/check.ts'
import { answered, FACTS } from '../../engine/judge/handwritten-for-tests.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import { Shown } from './shown.ts'

const { form } = aliasLists(['swift'])[0]!
const facts: Facts = { ...FACTS, dialect: { models: { form, aliases: ['swift'] } } }
const refused = (model: string, key: KeyName) => answered(400, { posted: JSON.stringify({ model }), key })
const listed = (aliases: string[], key: KeyName) => answered(200, { path: '/v1/models', body: aliases, key })

function shown(...readings: Parameters<Shown['see']>[0][]) {
  const lists = new Shown()
  for (const each of readings) lists.see(each, facts)
  return (model: string, key: KeyName) => lists.isListed(refused(model, key), facts)
}

describe('a model that is refused', () => {
  it('counts if it is listed to the account, and for keys of the first account', () => {
    const mayAsk = shown(listed(['swift'], 'B'))
    expect([mayAsk('swift', 'B'), mayAsk('studio', 'A'), mayAsk('studio', 'A2')]).toEqual([true, true, true])
  })

  it('does not count if another account has other models, or an unknown list', () => {
    expect(shown(listed(['slow'], 'B'))('swift', 'B')).toBe(false)
    expect(shown(listed(['swift'], 'A'))('swift', 'B')).toBe(false)
    expect(shown(answered(503, { path: '/v1/models', key: 'B' }))('swift', 'B')).toBe(false)
  })
})
