import { get, type IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { sendTo, submission } from '../../../client-for-tests.ts'
import { around } from '../../../interface/behaviour.ts'
import { type Control, withControl } from './control.ts'
import { OPERATIONS } from './fitting.ts'

/** Sends the key in headers, query, path and body, in several spellings. */
async function tellEverywhere({ service, as, send }: Control, key: string) {
  const hidden = key.replace('_', '%5f')
  const name = `{"model":"${key}","prompt":"cl\\u005f${key.slice(3)}","${key}":["${key}${key}"]}`
  await as('own', `/usage?key=${key}&${key}=1&a=${hidden}&b=${key}${key}`)
  await as('own', `/videos/${key}`)
  await as('own', `/videos/${hidden}`)
  await as('own', `/${key}`)
  await as('own', '/videos', submission(name))
  await as('own', '/videos', submission(JSON.stringify({ prompt: 'x'.repeat(16_340) + key })))
  for (const headers of [
    { authorization: key },
    { authorization: `Bearer ${key} ${key}` },
    { authorization: `Bearer${key}` },
    { authorization: `Basic ${Buffer.from(`user:${key}`).toString('base64')}` },
    { 'x-api-key': key },
    { cookie: `key=${key}; other=${hidden}` },
    { referer: `https://a.example/?key=${key}` },
    { [key]: key },
  ]) {
    await send('/usage', { headers })
  }
  await sendTo(`${service.baseUrl}/videos?x=${key}`, {
    method: 'OPTIONS',
    headers: { origin: `https://${key}.example` },
  })
}

/** Everything the port returns, except responses with a new key. */
async function everythingSaid({ service, ask, keyLabelled, origin }: Control, keys: readonly string[]) {
  const job = service.jobs.list()[0]!.id
  const texts: string[] = []
  for (const { method, path } of OPERATIONS.filter(
    (each) => each.method === 'GET' && each.path !== '/control/events',
  )) {
    const names = { account: 'agency', key: keyLabelled('render farm').id, job }
    const at = path
      .slice('/control'.length)
      .replace(/\{(\w+)\}/g, (_, name: keyof typeof names) => encodeURIComponent(names[name]))
    texts.push((await ask(at, { method })).text)
  }
  for (const key of keys) {
    const json = { 'content-type': 'application/json' }
    for (const [method, path, body] of [
      ['GET', `/accounts/${key}`],
      ['GET', `/jobs/${key}`],
      ['GET', `/keys/${key.replace('_', '%5F')}`],
      ['GET', `/nothing/${key}`],
      ['GET', `/journal?key=${key}`],
      ['GET', `/journal?${key}=1`],
      ['PUT', `/jobs/${key}`],
      ['DELETE', `/played/${key}`],
      ['POST', '/played', `{"play":"${key}"}`],
      ['POST', '/played', `{"play":"slow","with":{"${key}":1}}`],
      ['POST', '/played', `{"play":"slow","as":"${key}","for":{"key":"${key}"}}`],
      ['GET', '/played'],
      ['POST', '/accounts', `{"name":"${key}","plan":"${key}"}`],
      ['GET', '/accounts'],
      ['POST', '/accounts', `{"${key}":1}`],
      ['POST', '/accounts', `{"name":"${key}`],
      ['POST', '/snapshots', `{"name":"${key}"}`],
      ['POST', `/jobs/${job}/hold`, `{"status":"${key}"}`],
      ['POST', `/jobs/${job}/fail`, `{"code":"${key}","message":"cl\\u005f${key.slice(3)}"}`],
      ['GET', `/jobs/${job}`],
      ['PATCH', `/keys/${keyLabelled('campaign').id}`, `{"label":"${key}"}`],
      ['GET', '/accounts/agency/keys'],
      ['PATCH', `/keys/${service.accounts.keysOf('agency')[0]!.id}`, '{"label":"campaign"}'],
    ] as const) {
      texts.push((await ask(path, { method, ...(body !== undefined && { body, headers: json }) })).text)
      texts.push((await ask(path, { method, headers: json, body: `{"a":"${key}"}` })).text)
    }
    const { text } = await sendTo(`${origin}/control/%zz${key}`)
    texts.push(text)
  }
  return [...texts, await eventsSaid(origin)]
}

async function eventsSaid(origin: string): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve) => get(`${origin}/control/events?after=0`, resolve))
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk
    if (text.includes(THE_LAST)) break
  }
  return text
}

const THE_LAST = '/v1/models?the=last'
const GIVEN = { otherAccount: 'cl_short', sameAccount: 'cl_Twelve4Keys0' }

it('shows no key anywhere', async () => {
  await using control = await withControl({ givenKeys: GIVEN })
  const made = (await control.post('/accounts/agency/keys', { label: 'one more' })).json.key
  const replaced = (await control.post(`/keys/${control.keyLabelled('one more').id}/replace`)).json.key
  const keys = [...Object.values(control.service.keys), made, replaced]
  await control.submit({ prompt: `the key is ${made}, and ${keys.join('')}` })
  control.service.layers.put({
    name: 'tells keys',
    patch: (behaviour) =>
      around(behaviour, 'usage', (next, caller) => ({ usual: next(caller), keys, [made]: `Bearer ${made}` })),
  })
  for (const key of keys) await tellEverywhere(control, key)
  await control.as('own', THE_LAST.slice('/v1'.length))
  const texts = await everythingSaid(control, keys)
  expect(texts.join('').length).toBeGreaterThan(100_000)
  for (const text of texts) {
    for (const key of keys)
      for (const spelt of spellings(text)) expect(spelt.includes(key) && `${key} in ${spelt}`).toBe(false)
  }
})

/** The text itself, and decoded as JSON and as a URL. */
function spellings(text: string): string[] {
  const fromJson = text.replace(/\\+u([0-9a-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const fromUrl = text.replace(/%([0-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return [text, fromJson, fromUrl]
}
