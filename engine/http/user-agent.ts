import { randomInt } from 'node:crypto'
import { SUITE } from '../config/version.ts'
import type { Header, RequestTemplate } from '../history/entry/exchange.ts'

/** None of them is taken for another. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 8

/** By which whoever runs the server finds the requests of one run among all others. It says nothing else. */
export const newRunName = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

export const userAgentOf = (run: string | undefined): Header => [
  'User-Agent',
  `${SUITE.name}/${SUITE.version}${run === undefined ? '' : ` (run ${run})`}`,
]

/** Whoever asks in another program's place says no more than that program would. */
export function saysWhoAsks({ headers, plain }: RequestTemplate): boolean {
  return plain === undefined && !headers.some(([name]) => name.toLowerCase() === 'user-agent')
}
