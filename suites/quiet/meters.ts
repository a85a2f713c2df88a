import type { Drive } from '../../runner/drive.ts'
import type { Exchange } from '../../runner/exchange.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { requestTo } from '../../runner/requests.ts'
import type { EndpointName } from '../../spec/endpoints.ts'

/** What a run can read about who used how much. */
export const METERS: readonly { name: EndpointName; key: KeyName }[] = [
  { name: 'GET /usage', key: 'A' },
  { name: 'GET /usage', key: 'A2' },
  { name: 'GET /usage', key: 'B' },
  { name: 'GET /billing/balance', key: 'A' },
  { name: 'GET /billing/balance', key: 'B' },
]

/** Between which events the meters were read. Twice before anything happens, to learn what moves by itself. */
export const READINGS_IN_ORDER = [
  'at rest',
  'at rest again',
  'after a first job',
  'after a second job',
  'after refused bodies',
  'after more refused bodies',
] as const
export type Reading = (typeof READINGS_IN_ORDER)[number]

const caseOf = (reading: Reading, name: EndpointName, key: KeyName) => `${name} of ${key} ${reading}`

export async function readMeters(drive: Drive, reading: Reading): Promise<void> {
  for (const { name, key } of METERS) {
    if (drive.has(key)) await drive.read(caseOf(reading, name, key), requestTo(drive.target, name, { key }))
  }
}

export function meterAt(
  exchanges: readonly Exchange[],
  reading: Reading,
  name: EndpointName,
  key: KeyName,
): Exchange | undefined {
  return exchanges.findLast((each) => each.purpose.case === caseOf(reading, name, key))
}
