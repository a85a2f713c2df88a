import { configure, type Wishes } from '../../engine/config/configuration.ts'
import { UsageError } from '../../engine/config/target.ts'
import type { Header } from '../../engine/history/entry/exchange.ts'
import { parseJsonFile } from '../../engine/history/reading/reading.ts'
import { fetchDocument } from '../../engine/http/files/document.ts'
import { Network } from '../../engine/http/network/network.ts'
import { list, record, text } from '../../engine/judge/observed/json-values.ts'
import { isPact, type PactFile, pactFileIn } from '../../engine/pact/file/pact-file.ts'
import { waysIn } from '../../engine/run/provision.ts'

export type Broker = {
  address: string
  /** Provider whose contracts to fetch, if the address is that of a broker. */
  provider?: string | undefined
  /** Network options. A client certificate is shown only to the broker itself. */
  wishes?: Pick<Wishes, 'allowHttp' | 'ca' | 'clientCert' | 'clientKey' | 'http1' | 'insecure'>
  environment: Record<string, string | undefined>
}

type Within = Broker & { network: Network }

/** The broker does not respond, or has no contracts: no verdict. */
export class NoBroker extends Error {
  override name = 'NoBroker'
}

const MOST_PACTS = 200

/** The contracts at a URL: a single one, a list of links, or a broker's for a provider. */
export async function pactsOf(asked: Broker): Promise<PactFile[]> {
  const { address } = asked
  const { username, password, origin } = new URL(address)
  if (username !== '' || password !== '')
    throw new UsageError(
      'The broker URL must not contain a user name or a password: set PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD, or PACT_BROKER_TOKEN',
    )
  const broker = { ...asked, network: networkTo(origin, asked) }
  const first = await fetched(broker, address)
  if (isPact(first)) return [pactOf(first, address)]
  const links = linksToPacts(first) ?? linksToPacts(await fetched(broker, listAt(first, broker)))
  if (!links || links.length === 0) throw new NoBroker(`${address} lists no contracts`)
  const elsewhere = links.find((link) => !URL.canParse(link, address) || new URL(link, address).origin !== origin)
  if (elsewhere !== undefined)
    throw new NoBroker(`${address} links to a contract on another server, which is not fetched: ${elsewhere}`)
  const files: PactFile[] = []
  for (const link of links.slice(0, MOST_PACTS)) {
    const url = new URL(link, address).href
    files.push(pactOf(await fetched(broker, url), url))
  }
  return files
}

const networkTo = (own: string, { wishes = {}, environment }: Broker) =>
  new Network({ ...configure(wishes, false), ...waysIn(environment), own })

const pactOf = (value: unknown, address: string) =>
  pactFileIn(JSON.stringify(value), new URL(address).pathname.split('/').filter(Boolean).slice(-4).join('/'))

/** Brokers use two names for these links. */
function linksToPacts(value: unknown): string[] | undefined {
  const links = record(record(value)._links)
  const pacts = links['pb:pacts'] ?? links.pacts
  return pacts === undefined ? undefined : list(pacts).flatMap((each) => text(record(each).href) ?? [])
}

function listAt(index: unknown, { address, provider }: Broker): string {
  const href = text(record(record(record(index)._links)['pb:latest-provider-pacts']).href)
  if (href === undefined) throw new NoBroker(`${address} is neither a contract nor a Pact broker`)
  if (provider === undefined)
    throw new UsageError(`${address} is a Pact broker: name the provider with --provider NAME`)
  const url = href.replace('{provider}', () => encodeURIComponent(provider))
  if (!URL.canParse(url, address) || new URL(url, address).origin !== new URL(address).origin)
    throw new NoBroker(`${address} links to another server, which is not fetched: ${url}`)
  return new URL(url, address).href
}

async function fetched(broker: Within, url: string): Promise<unknown> {
  const { network, wishes: { allowHttp = false } = {} } = broker
  const got = await fetchDocument(url, { allowHttp, network, headers: headersOf(broker) })
  if ('why' in got) throw new NoBroker(withoutSecrets(got.why, broker))
  const json = parseJsonFile(withoutSecrets(got.text, broker))
  if (!json) throw new NoBroker(`the response of ${url} is not JSON`)
  return json.value
}

/** A broker may echo its credentials. */
function withoutSecrets(words: string, { environment: { PACT_BROKER_TOKEN, PACT_BROKER_PASSWORD } }: Broker): string {
  const secrets = [PACT_BROKER_TOKEN, PACT_BROKER_PASSWORD].filter((each): each is string => Boolean(each?.trim()))
  return secrets.reduce((each, secret) => each.replaceAll(secret, '…'), words)
}

function headersOf({ environment }: Broker): Header[] {
  const { PACT_BROKER_TOKEN: token, PACT_BROKER_USERNAME: user, PACT_BROKER_PASSWORD: password } = environment
  const accept: Header = ['Accept', 'application/hal+json, application/json']
  if (token) return [accept, ['Authorization', `Bearer ${token}`]]
  if (user && password)
    return [accept, ['Authorization', `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`]]
  return [accept]
}
