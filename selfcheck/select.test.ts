import { describe, expect, it } from 'vitest'
import { askableClient, clientTrialsOf } from './clients/trials.ts'
import { refuseUnknown, selected } from './select.ts'
import { askableOf, trialsOf } from './selfcheck.ts'

const servers = trialsOf()
const clients = clientTrialsOf()
const known = [...servers.map(askableOf), ...clients.map(askableClient)]
const kindsOf = (pattern: string) => [
  ...new Set(
    [...selected(servers, [pattern], askableOf), ...selected(clients, [pattern], askableClient)].map(
      ({ kind }) => kind,
    ),
  ),
]

describe('what --only means', () => {
  it.each([
    ['faults', ["stranger's fault", 'fault']],
    ['variant', ['variant']],
    ['clients', ['right client', 'wrong client', 'disputed client']],
    ['wrong clients', ['wrong client']],
    ['right client', ['right client']],
  ])('%s: those of that kind and no others, whatever their names are', (pattern, kinds) => {
    expect(kindsOf(pattern).sort()).toEqual(kinds.sort())
  })

  it('is the name of a client, or a clause of clients, in part', () => {
    const names = (pattern: string) => selected(clients, [pattern], askableClient).map(({ client }) => client.id)
    expect(new Set(names('polls-with-jitter'))).toEqual(new Set(['polls-with-jitter']))
    expect(names('client.runs-on-a-server')).toContain('origin-header')
    expect(selected(servers, ['client.runs-on-a-server'], askableOf)).toEqual([])
  })

  it('is a slip where it is nothing, and the nearest name is told', () => {
    expect(() => refuseUnknown(['clients', 'auth'], known)).not.toThrow()
    expect(() => refuseUnknown(['origin-heder'], known)).toThrow(/matches no fault.*Did you mean origin-header\?/)
  })

  it('has a name for each kind that there is', () => {
    for (const kind of new Set(known.map((each) => each.kind))) expect(kindsOf(`${kind}s`), kind).toContain(kind)
  })
})
