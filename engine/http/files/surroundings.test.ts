import type { LookupAddress } from 'node:dns'
import { describe, expect, it } from 'vitest'
import type { AddressKind } from '../network/address-kind.ts'
import { machineOf } from '../network/machine-for-tests.ts'
import { Surroundings } from './surroundings.ts'

/** Of a server at `origin` whose answers came from these kinds of address. */
function around(origin: string, answered: AddressKind[] = [], names: Record<string, string[]> = {}, options = {}) {
  const { resolve } = machineOf(names)
  const surroundings = new Surroundings(origin, { resolve, answeredFrom: () => new Set(answered) }, options)
  const reached = (host: string) =>
    new Promise<string[]>((done, failed) => {
      surroundings.lookup(host, { all: true }, (error, found) =>
        error ? failed(error) : done((found as LookupAddress[]).map(({ address }) => address)),
      )
    })
  return { reached, isAsked: (host: string) => surroundings.whyNot(host) === undefined }
}

const HOSTS = [
  '93.184.216.34',
  '10.0.0.9',
  '127.0.0.2',
  '169.254.1.1',
  '169.254.169.254',
  '224.0.0.1',
  '[::ffff:7f00:1]',
]

describe('a server whose base URL holds a name', () => {
  it.each<[AddressKind[], string[]]>([
    [['private'], ['93.184.216.34', '10.0.0.9']],
    [['loopback'], ['93.184.216.34', '127.0.0.2', '[::ffff:7f00:1]']],
    [['loopback', 'public'], ['93.184.216.34']],
    [['public', 'loopback'], ['93.184.216.34']],
    [
      ['loopback', 'private'],
      ['93.184.216.34', '10.0.0.9'],
    ],
    [['metadata'], ['93.184.216.34']],
  ])('and whose answers came from %j leads to %j', (answered, expected) => {
    const { isAsked } = around('https://api.test', answered)
    expect(HOSTS.filter(isAsked)).toEqual(expected)
  })

  it('leads to names by their addresses, and leaves out those that may not be reached', async () => {
    const { reached } = around('https://api.test', ['public'], {
      'both.test': ['10.0.0.9', '93.184.216.34'],
      'inner.test': ['10.0.0.9'],
      'mapped.test': ['::ffff:10.0.0.9'],
      'nat64.test': ['64:ff9b::a00:9'],
      'metadata.test': ['169.254.169.254'],
      'api.test': ['127.0.0.1'],
    })
    expect(await reached('both.test')).toEqual(['93.184.216.34'])
    await expect(reached('inner.test')).rejects.toThrow('inner.test is a private address')
    await expect(reached('mapped.test')).rejects.toThrow('private')
    await expect(reached('nat64.test')).rejects.toThrow('private')
    await expect(reached('metadata.test')).rejects.toThrow('metadata')
    await expect(reached('api.test')).rejects.toThrow('loopback')
    await expect(reached('unknown.test')).rejects.toThrow('unknown')
  })
})
