import { expect, it } from 'vitest'
import { refused, withControl } from './control.ts'

const NOON = '2031-05-05T12:00:00.000Z'

it('stops, jumps to a time and by seconds, and stays there', async () => {
  await using control = await withControl()
  expect((await control.post('/clock/stop')).json).toMatchObject({ speed: 0, isStopped: true })
  expect((await control.post('/clock/move', { to: NOON })).json).toMatchObject({ now: NOON, isStopped: true })
  expect((await control.post('/clock/move', { by: 90.5 })).json.now).toBe('2031-05-05T12:01:30.500Z')
  expect((await control.post('/clock/move', { by: -90.5 })).json.now).toBe(NOON)
  expect((await control.post('/clock/move', { to: '2031-05-05T14:00+02:00' })).json.now).toBe(NOON)
  expect(control.service.clock.now()).toBe(Date.parse(NOON))
})

it('runs at a given speed, by default in real time', async () => {
  await using control = await withControl()
  await control.post('/clock/stop')
  expect((await control.post('/clock/run', { speed: 60 })).json).toMatchObject({ speed: 60, isStopped: false })
  expect((await control.post('/clock/run')).json).toMatchObject({ speed: 1, isStopped: false })
  expect((await control.post('/clock/run', {})).json).toMatchObject({ speed: 1 })
})

it.each([
  ['/clock/run', { speed: 0 }, /^speed in the body must be > 0/],
  ['/clock/run', { speed: 1e300 }, /^speed in the body must be <= 1000000/],
  ['/clock/move', { by: 1, to: NOON }, 'the body needs either by or to'],
  ['/clock/move', { by: 1e300 }, 'the time must be between 1970 and 9999'],
  ['/clock/move', { to: '2031-05-05T12:00' }, /^to in the body must match/],
  ['/clock/move', { to: '2031-99-05T12:00Z' }, 'the time must be between 1970 and 9999'],
])('refuses %s %j and goes on as it went', async (path, body, detail) => {
  await using control = await withControl()
  control.service.clock.stop()
  const before = await control.get('/clock')
  expect(await control.post(path, body)).toMatchObject(refused(400, detail))
  expect(await control.get('/clock')).toEqual(before)
})
