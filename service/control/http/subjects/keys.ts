import type { IssuedKey } from '../../../interface/world.ts'
import type { StoredKey } from '../../../store/keys.ts'
import type { Hands } from '../../hands.ts'
import { conflict, notFound } from '../problem.ts'
import { type ControlRequest, fields, listOf, nameOf, type Route, record, type Schemas, schemaNamed } from '../route.ts'
import { accountNamed } from './accounts.ts'

const known = {
  id: { type: 'string', description: 'Names it, now that nobody knows it any more.' },
  account: { type: 'string' },
  label: { type: 'string' },
  prefix: { type: 'string', description: 'How it begins.' },
  lastFour: { type: 'string', description: 'How it ends.' },
  revoked: { type: 'boolean' },
  usage: schemaNamed('Usage'),
} as const

export const keySchemas: Schemas = {
  Key: record(known),
  Keys: record({ keys: listOf(schemaNamed('Key')) }),
  NewKey: record({
    ...known,
    key: { type: 'string', description: 'In full. No other answer will ever show it.' },
    baseUrl: { type: 'string', description: 'Where it is good.' },
  }),
  KeyLabel: fields({ label: nameOf('What it is called.') }, ['label']),
}

const unknown = 'No key has this id.'
const shown = { schema: 'NewKey', showsKey: true } as const

export const keyRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/accounts/{account}/keys',
    id: 'listKeys',
    tag: 'Accounts',
    summary: 'The keys of an account',
    answer: { about: 'Revoked ones, too.', schema: 'Keys' },
    refusals: { 404: 'No account is called so.' },
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
    body: { schema: 'KeyLabel', about: 'What to call it.' },
    answer: { status: 201, about: 'The key in full, this once, and where it is good.', ...shown },
    refusals: { 404: 'No account is called so.' },
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
    answer: { about: 'What is kept of it, and what it was used for.', schema: 'Key' },
    refusals: { 404: unknown },
    act: (asked) => keyOf(keyAsked(asked), asked.hands),
  },
  {
    method: 'PATCH',
    path: '/keys/{key}',
    id: 'labelKey',
    tag: 'Accounts',
    summary: 'Label a key anew',
    body: { schema: 'KeyLabel', about: 'What to call it from now on.' },
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
    about: 'From the next request on. One that is revoked already stays so.',
    answer: { about: 'The key, revoked.', schema: 'Key' },
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
    about: 'It is revoked, and a new one has its label: both at once.',
    answer: { status: 201, about: 'The new key in full, this once, and where it is good.', ...shown },
    refusals: { 404: unknown, 409: 'It is revoked already.' },
    act: (asked) => {
      const { hands } = asked
      return hands.store.transaction(() => {
        const { id, revoked } = keyAsked(asked)
        if (revoked) throw conflict(`the key ${id} is revoked already: make a new one instead`)
        return shownOnce(hands.accounts.replace(id), hands)
      })
    },
  },
]

function keyAsked({ hands, at }: ControlRequest): StoredKey {
  const key = hands.store.keys.get(at('key'))
  if (!key) throw notFound(`no key has the id ${at('key')}`)
  return key
}

function keyOf({ id, account, label, prefix, lastFour, revoked }: StoredKey, { store }: Hands) {
  return { id, account, label, prefix, lastFour, revoked, usage: store.jobs.sumsByKey(id) }
}

function shownOnce({ keyId, key }: IssuedKey, hands: Hands) {
  return { ...keyOf(hands.store.keys.get(keyId)!, hands), key, baseUrl: hands.baseUrl }
}
