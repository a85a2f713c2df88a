import { BlockList, isIP, isIPv6 } from 'node:net'

/** What is asked without a proxy where nobody has said: a proxy's own machine is another one. */
const THIS_MACHINE = 'localhost, .localhost, 127.0.0.0/8, ::1'

type Asked = { host: string; port: string }
type Entry = (asked: Asked) => boolean

/** Whom NO_PROXY names: hosts with what lies below them, addresses and networks, each perhaps with a port; * is everybody. */
export function askedDirectly(noProxy: string = THIS_MACHINE): Entry {
  const entries = noProxy
    .split(/[\s,]+/)
    .filter((each) => each !== '')
    .map(entryOf)
  return (asked) => entries.some((isMeant) => isMeant(asked))
}

function entryOf(text: string): Entry {
  if (text === '*') return () => true
  if (text.includes('/')) return networkOf(text)
  const [, bracketed, name, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? []
  // An address of IPv6 has colons of its own.
  const host = asInUrls(plainly(bracketed ?? name ?? text))
  const isBelow = `.${host}`
  return (asked) =>
    (port === undefined || port === asked.port) &&
    (asked.host === host || (!isIP(asked.host) && asked.host.endsWith(isBelow)))
}

function networkOf(text: string): Entry {
  const [address = '', bits = ''] = text.split('/')
  const family = isIP(address)
  const most = family === 6 ? 128 : 32
  if (family === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most) return () => false
  const list = new BlockList()
  list.addSubnet(address, Number(bits), family === 6 ? 'ipv6' : 'ipv4')
  return ({ host }) => isIP(host) !== 0 && list.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
}

/** .example.com and *.example.com are written for example.com as well. */
const plainly = (name: string) =>
  name
    .replace(/^\*?\./, '')
    .replace(/\.$/, '')
    .toLowerCase()

/** An address of IPv6 can be written in many ways, and URLs know one of them. */
function asInUrls(host: string): string {
  const url = `http://[${host}]`
  return isIPv6(host) && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : host
}
