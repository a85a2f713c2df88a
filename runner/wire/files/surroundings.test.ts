import type { LookupAddress } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { Surroundings } from './surroundings.ts'

type Names = Record<string, string[] | (() => string[])>

/** Of a server at `origin`, in a net where names lead where they are said to. */
function around(origin: string, names: Names = {}) {
  const surroundings = new Surroundings(origin, (host, _, done) => {
    const told = names[host] ?? []
    const found = typeof told === 'function' ? told() : told
    const addresses = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    done(found.length > 0 ? null : new Error(`nobody knows ${host}`), addresses)
  })
  const reached = (host: string, { own = false } = {}) =>
    new Promise<string[]>((resolve, reject) => {
      const lookup = own ? surroundings.lookupOwn : surroundings.lookup
      lookup(host, { all: true }, (error, found) =>
        error ? reject(error) : resolve((found as LookupAddress[]).map(({ address }) => address)),
      )
    })
  const isAsked = async (host: string) => (await surroundings.whyNot(host)) === undefined
  return { reached, isAsked }
}

describe('a url leads', () => {
  const HOSTS = [
    '93.184.216.34',
    '10.0.0.9',
    '127.0.0.2',
    '169.254.1.1',
    '169.254.169.254',
    '224.0.0.1',
    '[::ffff:7f00:1]',
  ]

  it.each([
    ['to public addresses alone from a public one', 'https://93.184.216.1', ['93.184.216.34']],
    ['into the network from a server in it', 'https://192.168.1.1', ['93.184.216.34', '10.0.0.9']],
    ['to this machine from a server on it', 'http://127.0.0.1:8080', ['93.184.216.34', '127.0.0.2', '[::ffff:7f00:1]']],
    ['to neighbours from a neighbour, and to no metadata', 'http://169.254.7.7', ['93.184.216.34', '169.254.1.1']],
    ['to its own host, whatever that is', 'http://169.254.169.254', ['93.184.216.34', '169.254.169.254']],
  ])('%s', async (_, origin, expected) => {
    const { isAsked } = around(origin)
    const asked: string[] = []
    for (const host of HOSTS) if (await isAsked(host)) asked.push(host)
    expect(asked).toEqual(expected)
  })

  it('by a name as its addresses do, of which the others are left out', async () => {
    const { reached } = around('https://api.test', {
      'api.test': ['93.184.216.1'],
      'both.test': ['10.0.0.9', '93.184.216.34'],
      'inner.test': ['10.0.0.9'],
      'mapped.test': ['::ffff:10.0.0.9'],
      'metadata.test': ['169.254.169.254'],
    })
    expect(await reached('both.test')).toEqual(['93.184.216.34'])
    await expect(reached('inner.test')).rejects.toThrow('inner.test is a private address')
    await expect(reached('mapped.test')).rejects.toThrow('private')
    await expect(reached('metadata.test')).rejects.toThrow('metadata')
    await expect(reached('unknown.test')).rejects.toThrow('nobody knows')
  })
})

describe('where a server is', () => {
  it('is where its name led at first: one that leads inwards later frees nothing', async () => {
    const days = [['93.184.216.1'], ['127.0.0.1']]
    const { reached, isAsked } = around('https://api.test', { 'api.test': () => days.shift() ?? ['127.0.0.1'] })
    expect(await reached('api.test', { own: true })).toEqual(['93.184.216.1'])
    await expect(reached('api.test')).rejects.toThrow('loopback')
    expect(await isAsked('127.0.0.1')).toBe(false)
  })

  it('is the plainest of its addresses for others, and any of them for itself', async () => {
    const { reached, isAsked } = around('https://api.test', { 'api.test': ['127.0.0.1', '93.184.216.1'] })
    expect(await reached('api.test')).toEqual(['127.0.0.1', '93.184.216.1'])
    expect(await isAsked('127.0.0.1')).toBe(false)
  })

  it('is looked up where nobody has asked it yet, and public where nobody knows it', async () => {
    expect(await around('http://inner.test', { 'inner.test': ['10.0.0.1'] }).isAsked('192.168.0.1')).toBe(true)
    expect(await around('http://unknown.test').isAsked('192.168.0.1')).toBe(false)
  })

  it('is the same with a dot behind its name, or in capitals', async () => {
    const names = { 'api.test': ['10.0.0.1', '127.0.0.1'], 'API.test.': ['127.0.0.1'] }
    expect(await around('http://api.test', names).reached('API.test.')).toEqual(['127.0.0.1'])
  })
})
