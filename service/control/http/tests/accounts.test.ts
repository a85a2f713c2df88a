import { describe, expect, it } from 'vitest'
import { sendTo } from '../../../client-for-tests.ts'
import { type Control, refused, withControl } from './control.ts'

const ID = '00000000-0000-4000-8000-000000000000'
const statusWith = async ({ service }: Control, key: string) =>
  (await sendTo(`${service.baseUrl}/usage`, { headers: { authorization: `Bearer ${key}` } })).status

describe('accounts', () => {
  it('are listed with plan, credits and usage', async () => {
    await using control = await withControl()
    await control.submit({ duration: 7 })
    const { accounts } = await control.get('/accounts')
    expect(accounts).toEqual([
      { name: 'studio', plan: 'professional', credits: expect.any(Number), keys: 2, usage: expect.anything() },
      { name: 'agency', plan: 'starter', credits: 1_000_000, keys: 1, usage: { jobs: 0, seconds: 0, credits: 0 } },
    ])
    expect(accounts[0].usage).toMatchObject({ jobs: 1, seconds: 7 })
    expect(accounts[0].credits).toBe(1_000_000 - accounts[0].usage.credits)
    expect(await control.get('/accounts/studio')).toEqual(accounts[0])
  })

  it('are opened once, under any name', async () => {
    await using control = await withControl()
    for (const name of ['crew', 'a/b c%2Fd', 'ÄÖ 👩‍🚀', '...', 'x'.repeat(80)]) {
      const opened = await control.post('/accounts', { name, plan: 'trial' })
      expect([opened.status, opened.json.name, opened.json.plan]).toEqual([201, name, 'trial'])
      expect(await control.get(`/accounts/${encodeURIComponent(name)}`)).toEqual(opened.json)
      expect(await control.post('/accounts', { name })).toMatchObject(
        refused(409, `the account ${name} already exists`),
      )
    }
    expect((await control.post('/accounts', { name: 'usual' })).json.plan).toBe('starter')
  })
})

describe('keys', () => {
  it('are shown in full once, with the base URL, and masked afterwards', async () => {
    await using control = await withControl()
    const { status, json: made, headers } = await control.post('/accounts/agency/keys', { label: 'camera' })
    expect([status, headers['cache-control']]).toEqual([201, 'no-store'])
    expect(made).toMatchObject({ account: 'agency', label: 'camera', revoked: false, baseUrl: control.service.baseUrl })
    expect(await statusWith(control, made.key)).toBe(200)
    const { key, baseUrl, ...kept } = made
    expect(kept).toMatchObject({ prefix: key.slice(0, 7), lastFour: key.slice(-4) })
    expect(await control.get(`/keys/${made.id}`)).toEqual(kept)
    const { keys } = await control.get('/accounts/agency/keys')
    expect(keys.map(({ label }: { label: string }) => label)).toEqual(['campaign', 'camera'])
    expect(keys[1]).toEqual(kept)
  })

  it('are revoked permanently', async () => {
    await using control = await withControl()
    const { id } = control.keyLabelled('campaign')
    for (const _ of ['once', 'again']) {
      expect(await control.post(`/keys/${id}/revoke`)).toMatchObject({ status: 200, json: { id, revoked: true } })
    }
    expect(await statusWith(control, control.service.keys.otherAccount)).toBe(401)
    expect(await control.post(`/keys/${id}/replace`)).toMatchObject(refused(409, /is already revoked/))
  })

  it('are replaced: the old one is revoked, the new one has its label', async () => {
    await using control = await withControl()
    const { id } = control.keyLabelled('campaign')
    const { status, json } = await control.post(`/keys/${id}/replace`)
    expect([status, json.label, json.account, json.baseUrl]).toEqual([
      201,
      'campaign',
      'agency',
      control.service.baseUrl,
    ])
    expect(await statusWith(control, control.service.keys.otherAccount)).toBe(401)
    expect(await statusWith(control, json.key)).toBe(200)
    expect(await control.get(`/keys/${id}`)).toMatchObject({ revoked: true })
  })

  it('return 404 for an unknown id, and for a key in place of an id', async () => {
    await using control = await withControl()
    for (const id of [ID, control.service.keys.own]) {
      for (const answer of [
        await control.ask(`/keys/${id}`),
        await control.ask(`/keys/${id}`, { method: 'PATCH', json: { label: 'x' } }),
        await control.post(`/keys/${id}/revoke`),
        await control.post(`/keys/${id}/replace`),
      ]) {
        expect(answer).toMatchObject(refused(404, /^unknown key /))
        expect(answer.text).not.toContain(control.service.keys.own)
      }
    }
  })
})
