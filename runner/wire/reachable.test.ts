import { expect, it } from 'vitest'
import { type Depth, depthOf, depthOfHost, lookupWithin, mayReach } from './reachable.ts'

it.each([
  ['93.184.216.34', 'public'],
  ['2606:2800:220:1::1', 'public'],
  ['10.1.2.3', 'private'],
  ['172.31.0.1', 'private'],
  ['172.32.0.1', 'public'],
  ['192.168.0.9', 'private'],
  ['fd00::1', 'private'],
  ['127.0.0.1', 'loopback'],
  ['0.0.0.0', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:10.0.0.1', 'private'],
  ['169.254.169.254', 'link-local'],
  ['fe80::1', 'link-local'],
])('%s is %s', (address, depth) => {
  expect(depthOf(address)).toBe(depth)
})

it('leads no deeper than where it comes from', () => {
  const reached = (from: Depth) =>
    (['public', 'private', 'loopback', 'link-local'] as const).filter((to) => mayReach(from, to))
  expect(reached('public')).toEqual(['public'])
  expect(reached('private')).toEqual(['public', 'private'])
  expect(reached('loopback')).toEqual(['public', 'private', 'loopback'])
  expect(reached('link-local')).toContain('link-local')
})

it('knows a name by its addresses, and an address in brackets', async () => {
  expect(await depthOfHost('localhost')).toBe('loopback')
  expect(await depthOfHost('[::1]')).toBe('loopback')
})

it('finds no address for a name that leads too deep', async () => {
  const looked = (from: Depth) =>
    new Promise((resolve) => lookupWithin(from)('localhost', { all: true }, (error) => resolve(error?.message)))
  expect(await looked('loopback')).toBeUndefined()
  expect(await looked('public')).toMatch('localhost is a loopback address')
})
