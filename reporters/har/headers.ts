import type { Header } from '../../engine/history/entry/exchange.ts'
import { type Bounds, keep } from './bounds.ts'

type Pair = { name: string; value: string; _truncated?: string }

export function headersOf(headers: readonly Header[], bounds: Bounds): { headers: Pair[]; _headersLeftOut?: number } {
  const leftOut = headers.length - bounds.headers
  return {
    headers: headers.slice(0, bounds.headers).map(([name, value]) => {
      const { text, ...note } = keep(value, bounds.value)
      return { name: keep(name, bounds.value).text, value: text, ...note }
    }),
    ...(leftOut > 0 && { _headersLeftOut: leftOut }),
  }
}

export function headerNamed(headers: readonly Header[], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
}

export function cookiesSent(headers: readonly Header[], bounds: Bounds): Pair[] {
  return valuesOf(headers, 'cookie', bounds).flatMap((value) => value.split(';').flatMap(cookieOf))
}

/** Only name and value; attributes are in the header. */
export function cookiesSet(headers: readonly Header[], bounds: Bounds): Pair[] {
  return valuesOf(headers, 'set-cookie', bounds).flatMap((value) => cookieOf(value.split(';')[0]!))
}

function valuesOf(headers: readonly Header[], wanted: string, bounds: Bounds): string[] {
  return headers
    .slice(0, bounds.headers)
    .filter(([name]) => name.toLowerCase() === wanted)
    .map(([, value]) => keep(value, bounds.value).text)
}

function cookieOf(text: string): Pair[] {
  const at = text.indexOf('=')
  return at < 0 ? [] : [{ name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() }]
}
