import type { IssuedKey } from '../../../interface/world.ts'
import type { StoredKey } from '../../../store/keys.ts'
import type { Hands } from '../../hands.ts'
import { conflict, notFound } from '../problem.ts'
import { type ControlRequest, fields, listOf, nameOf, type Route, record, type Schemas, schemaNamed } from '../route.ts'
import { accountNamed } from './accounts.ts'

const known = {
  id: { type: 'string', description: 'Key id.' },
  account: { type: 'string' },
  label: { type: 'string' },
  prefix: { type: 'string', description: 'First characters of the key.' },
  lastFour: { type: 'string', description: 'Last four characters of the key.' },
  revoked: { type: 'boolean' },
  usage: schemaNamed('Usage'),
} as const

export const keySchemas: Schemas = {
  Key: record(known),
  Keys: record({ keys: listOf(schemaNamed('Key')) }),
  NewKey: record({
    ...known,
    key: { type: 'string', description: 'The full key. No other response shows it.' },
    baseUrl: { type: 'string', description: 'Base URL for this key.' },
  }),
  KeyLabel: fields({ label: nameOf('Label of the key.') }, ['label']),
}

const unknown = 'Unknown key.'
const shown = { schema: 'NewKey', showsKey: true } as const

export const keyRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/accounts/{account}/keys',
    id: 'listKeys',
    tag: 'Accounts',
    summary: 'The keys of an account',
    answer: { about: 'Includes revoked keys.', schema: 'Keys' },
    refusals: { 404: 'Unknown account.' },
    act: (asked) => ({
      keys: asked.hands.accounts.keysOf(accountNamed(asked)).map((key) => keyOf(key, asked.hands)),
    }),
  },
  {
    method: 'POST',
    path: '/accounts/{account}/keys',
    id: 'createKey',
    tag: 'Accounts',
    summary: 'Create a key',
    body: { schema: 'KeyLabel', about: 'Label of the key.' },
    answer: { status: 201, about: 'The full key, shown only once, and its base URL.', ...shown },
    refusals: { 404: 'Unknown account.' },
    act: (asked) => {
      const { label } = asked.body as { label: string }
      return shownOnce(asked.hands.accounts.issue(accountNamed(asked), label), asked.hands)
    },
  },
  {
    method: 'GET',
    path: '/keys/{key}',
    id: 'readKey',
    tag: 'Accounts',
    summary: 'One key',
    answer: { about: 'The stored data of the key and its usage.', schema: 'Key' },
    refusals: { 404: unknown },
    act: (asked) => keyOf(keyAsked(asked), asked.hands),
  },
  {
    method: 'PATCH',
    path: '/keys/{key}',
    id: 'labelKey',
    tag: 'Accounts',
    summary: 'Change the label of a key',
    body: { schema: 'KeyLabel', about: 'New label.' },
    answer: { about: 'The key with its new label.', schema: 'Key' },
    refusals: { 404: unknown },
    act: (asked) => {
      const { label } = asked.body as { label: string }
      asked.hands.accounts.relabel(keyAsked(asked).id, label)
      return keyOf(keyAsked(asked), asked.hands)
    },
  },
  {
    method: 'POST',
    path: '/keys/{key}/revoke',
    id: 'revokeKey',
    tag: 'Accounts',
    summary: 'Revoke a key',
    about: 'Takes effect with the next request. Revoking a revoked key changes nothing.',
    answer: { about: 'The revoked key.', schema: 'Key' },
    refusals: { 404: unknown },
    act: (asked) => {
      asked.hands.accounts.revoke(keyAsked(asked).id)
      return keyOf(keyAsked(asked), asked.hands)
    },
  },
  {
    method: 'POST',
    path: '/keys/{key}/replace',
    id: 'replaceKey',
    tag: 'Accounts',
    summary: 'Replace a key',
    about: 'Revokes the key and creates a new one with the same label in one step.',
    answer: { status: 201, about: 'The full new key, shown only once, and its base URL.', ...shown },
    refusals: { 404: unknown, 409: 'The key is already revoked.' },
    act: (asked) => {
      const { hands } = asked
      return hands.store.transaction(() => {
        const { id, revoked } = keyAsked(asked)
        if (revoked) throw conflict(`the key ${id} is already revoked: create a new one instead`)
        return shownOnce(hands.accounts.replace(id), hands)
      })
    },
  },
]

function keyAsked({ hands, at }: ControlRequest): StoredKey {
  const key = hands.store.keys.get(at('key'))
  if (!key) throw notFound(`unknown key ${at('key')}`)
  return key
}

function keyOf({ id, account, label, prefix, lastFour, revoked }: StoredKey, { store }: Hands) {
  return { id, account, label, prefix, lastFour, revoked, usage: store.jobs.sumsByKey(id) }
}

function shownOnce({ keyId, key }: IssuedKey, hands: Hands) {
  return { ...keyOf(hands.store.keys.get(keyId)!, hands), key, baseUrl: hands.baseUrl }
}
