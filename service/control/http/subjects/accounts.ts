import type { ServiceAccounts } from '../../../accounts.ts'
import { conflict, notFound } from '../problem.ts'
import {
  type ControlRequest,
  count,
  fields,
  listOf,
  nameOf,
  type Route,
  record,
  type Schemas,
  schemaNamed,
} from '../route.ts'
import { USAGE } from './usage.ts'

export const accountSchemas: Schemas = {
  Usage: USAGE,
  Account: record({
    name: { type: 'string' },
    plan: { type: 'string' },
    credits: { type: 'number' },
    keys: count('Number of valid keys.'),
    usage: schemaNamed('Usage'),
  }),
  Accounts: record({ accounts: listOf(schemaNamed('Account')) }),
  NewAccount: fields({ name: nameOf('Account name.'), plan: nameOf('Plan of the account.') }, ['name']),
}

const unknown = 'Unknown account.'

export const accountRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/accounts',
    id: 'listAccounts',
    tag: 'Accounts',
    summary: 'All accounts',
    answer: { about: 'In order of creation.', schema: 'Accounts' },
    act: ({ hands }) => ({ accounts: hands.accounts.names().map((name) => accountOf(name, { hands })) }),
  },
  {
    method: 'POST',
    path: '/accounts',
    id: 'openAccount',
    tag: 'Accounts',
    summary: 'Create an account',
    body: { schema: 'NewAccount', about: 'Name, and optionally plan.' },
    answer: { status: 201, about: 'The created account, which has no keys yet.', schema: 'Account' },
    refusals: { 409: 'An account with this name exists.' },
    act: ({ hands, body }) => {
      const { name, plan } = body as { name: string; plan?: string }
      return hands.store.transaction(() => {
        if (hands.store.accounts.has(name)) throw conflict(`the account ${name} already exists`)
        hands.accounts.open(name, plan)
        return accountOf(name, { hands })
      })
    },
  },
  {
    method: 'GET',
    path: '/accounts/{account}',
    id: 'readAccount',
    tag: 'Accounts',
    summary: 'One account',
    answer: { about: 'Plan, credits and usage.', schema: 'Account' },
    refusals: { 404: unknown },
    act: (asked) => accountOf(accountNamed(asked), asked),
  },
]

/** Refuses if there is no such account. */
export function accountNamed({ hands, at }: Pick<ControlRequest, 'hands' | 'at'>): string {
  const name = at('account')
  if (!hands.store.accounts.has(name)) throw notFound(`unknown account ${name}`)
  return name
}

function accountOf(name: string, { hands: { store, accounts } }: Pick<ControlRequest, 'hands'>) {
  const { plan, credits } = store.accounts.get(name)
  return { name, plan, credits, keys: goodKeys(accounts, name), usage: store.jobs.sumsByAccount(name) }
}

const goodKeys = (accounts: ServiceAccounts, name: string) =>
  accounts.keysOf(name).filter(({ revoked }) => !revoked).length
