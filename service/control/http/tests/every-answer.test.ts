import { expect, it } from 'vitest'
import { withControl } from './control.ts'
import { OPERATIONS } from './fitting.ts'

/** A good request for each operation; in this order, each finds what it needs. */
const GOOD: Readonly<Record<string, unknown>> = {
  openAccount: { name: 'crew' },
  createKey: { label: 'camera' },
  labelKey: { label: 'sound' },
  forceJob: { status: 'running', stage: 'enhancing' },
  failJob: { code: 'no_film' },
  holdJob: {},
  play: { play: 'slow', as: 'this' },
  runClock: { speed: 2 },
  moveClock: { by: 1 },
  takeSnapshot: { name: 'now' },
  reset: { name: 'now' },
}

const LAST = ['stopPlaying', 'clearJournal', 'takeOff', 'replaceKey', 'revokeKey', 'takeSnapshot', 'reset']

const isStream = (id: string | undefined) => id === 'followJournal'
const inTurn = [...OPERATIONS].sort(
  (one, other) => LAST.indexOf(one.operation.operationId!) - LAST.indexOf(other.operation.operationId!),
)

const placed = (path: string, names: Record<string, string>) =>
  path.slice('/control'.length).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name]!))

it('returns each documented status, with a response that fits the document', async () => {
  await using control = await withControl()
  const seen = new Set<string>()
  const ask = async ({ method, path, operation }: (typeof OPERATIONS)[number], names: object, more: object = {}) => {
    const body = GOOD[operation.operationId!]
    const said = operation.requestBody && body !== undefined ? { json: body } : {}
    const at = placed(path, names as Record<string, string>)
    const { status } = await control.ask(at, { method, ...said, ...more })
    seen.add(`${operation.operationId} ${status}`)
    return status
  }
  const UNKNOWN = { account: 'nobody', key: 'no key', job: 'no job', as: 'not played' }

  for (const each of inTurn) {
    const { operation, path } = each
    const id = operation.operationId!
    if (isStream(id)) continue
    await control.submit()
    if (id === 'takeOff' && !control.service.scenarios.playing().length) await control.post('/played', GOOD.play)
    const [key] = control.service.accounts.keysOf('studio').filter(({ revoked }) => !revoked)
    const names = { account: 'agency', key: key!.id, job: control.service.jobs.list()[0]!.id, as: 'this' }
    expect(`${id} ${await ask(each, names)}`).toMatch(/ 20[014]$/)
    await ask(each, names, { method: each.method, json: undefined })
    const query = { ...each, path: `${path}?unheard=of` }
    expect(`${id} ${await ask(query, names)}`).toBe(`${id} 400`)
    if (path.includes('{')) expect(`${id} ${await ask(each, UNKNOWN)}`).toBe(`${id} 404`)
    if (!operation.requestBody) continue
    expect(await ask(each, names, { json: { unheard: 'of' } })).toBe(400)
    expect(await ask(each, names, { json: 'x'.repeat(70_000) })).toBe(413)
    const asForm = { json: undefined, body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect(await ask(each, names, asForm)).toBe(415)
  }

  await control.submit()
  const job = control.service.jobs.list()[0]!.id
  await control.post(`/jobs/${job}/succeed`)
  await control.as('own', `/videos/${job}`)
  const key = control.keyLabelled('lost laptop').id
  await control.post('/played', GOOD.play)
  control.service.accounts.open('crew')
  for (const each of OPERATIONS) {
    if (!each.operation.responses?.[409]) continue
    const more = each.operation.operationId === 'takeSnapshot' ? { json: { name: 'start' } } : {}
    await ask(each, { account: 'crew', key, job, as: 'this' }, more)
  }
  expect(await control.ask('/reset', { method: 'POST', json: { name: 'never taken' } })).toMatchObject({ status: 404 })
  seen.add('reset 404')
  expect(await control.ask('/events?after=x')).toMatchObject({ status: 400 })
  seen.add('followJournal 400').add('followJournal 200')

  const told = OPERATIONS.flatMap(({ operation }) =>
    Object.keys(operation.responses!).map((status) => `${operation.operationId} ${status}`),
  )
  expect(told.filter((each) => !seen.has(each))).toEqual([])
})
