import type { Header } from '../../history/entry/exchange.ts'
import { isRecord } from '../../history/reading/reading.ts'

/** Values of unknown JSON; anything of another type counts as absent. */
export const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
export const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** Without pseudo-headers of HTTP/2. */
export function headersIn(value: unknown): Header[] {
  return list(value).flatMap((each): Header[] => {
    const { name, value: said } = record(each)
    return typeof name === 'string' && typeof said === 'string' && !name.startsWith(':') ? [[name, said]] : []
  })
}

export const headerIn = (headers: readonly Header[], wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
