import type { FastifyInstance } from 'fastify'
import type { Hands } from '../../control/hands.ts'
import type { IssuedKey } from '../../interface/world.ts'
import type { StoredKey } from '../../store/keys.ts'
import { fieldsOf, paramOf } from '../fields.ts'
import { Refusal, wrongField } from '../refusals.ts'
import { signedIn } from '../visitors.ts'

const LONGEST_LABEL = 60
/** Per account, including revoked ones. */
const MOST_KEYS = 500

/** The API keys tab, limited to the account of the signed-in user. */
export function keysTab(server: FastifyInstance, hands: Hands): void {
  const { accounts, store } = hands

  server.get('/console/keys', async (request) => {
    const { account } = signedIn(request)
    const { plan, credits } = store.accounts.get(account)
    return {
      account: { name: account, plan, credits, used: store.jobs.sumsByAccount(account) },
      keys: accounts.keysOf(account).map((key) => shownOf(key, hands)),
    }
  })

  server.post('/console/keys', async (request, reply) => {
    const { account } = signedIn(request)
    const label = labelFrom(fieldsOf(request).label)
    if (accounts.keysOf(account).length >= MOST_KEYS)
      throw wrongField('label', `An account has at most ${MOST_KEYS} keys.`, 409)
    reply.code(201)
    return once(accounts.issue(account, label), hands)
  })

  server.post('/console/keys/:id/revoke', async (request) => {
    const key = keyOf(paramOf(request, 'id'), signedIn(request).account, hands)
    accounts.revoke(key.id)
    return { key: shownOf({ ...key, revoked: true }, hands) }
  })

  server.post('/console/keys/:id/replace', async (request, reply) => {
    const { account } = signedIn(request)
    const key = keyOf(paramOf(request, 'id'), account, hands)
    if (key.revoked) throw new Refusal(409, 'revoked', 'This key is already revoked. Create a new one instead.')
    reply.code(201)
    return store.transaction(() => {
      accounts.revoke(key.id)
      return once(accounts.issue(account, key.label), hands)
    })
  })
}

/** Keys of other accounts count as unknown. */
export function keyOf(id: unknown, account: string, { store }: Pick<Hands, 'store'>): StoredKey {
  const key = typeof id === 'string' ? store.keys.get(id) : undefined
  if (key?.account !== account) throw new Refusal(404, 'not_found', 'Your account does not have this key.')
  return key
}

function labelFrom(value: unknown): string {
  const label = typeof value === 'string' ? value.trim() : ''
  if (label === '') throw wrongField('label', 'Enter a label for the key.')
  if (label.length > LONGEST_LABEL) throw wrongField('label', `Use at most ${LONGEST_LABEL} characters.`)
  return label
}

/** The only response with a full key. */
function once({ keyId, key }: IssuedKey, hands: Hands) {
  return { key: shownOf(hands.store.keys.get(keyId)!, hands), secret: key, baseUrl: hands.baseUrl }
}

function shownOf({ id, label, prefix, lastFour, revoked }: StoredKey, { store }: Hands) {
  return { id, label, prefix, lastFour, revoked, used: store.jobs.sumsByKey(id) }
}
