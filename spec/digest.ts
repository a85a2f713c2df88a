import { createHash } from 'node:crypto'
import { askedOf } from './asked.ts'
import { CLIENT_CLAUSES } from './clients/clauses.ts'
import { CLIENT_OPEN_POINTS } from './clients/open-points.ts'
import { LAW } from './law.ts'
import { judgeBody, judgeBodyText, type Opinion, type OracleContext } from './oracle.ts'
import { bodiesOnTheTable, textsOnTheTable, usableImage } from './table-of-bodies.ts'

let ofServers: string | undefined
let ofClients: string | undefined

/** Identifies the specification data that a run was judged by: ids, levels, sections, ranges and words. */
export function specDigest(): string {
  ofServers ??= digestOfLaw(LAW, opinionsOnTheTable())
  return ofServers
}

/** Identifies the data that clients were judged by. It includes the data for servers: both use the same words and ranges. */
export function clientLawDigest(): string {
  ofClients ??= digestOfLaw({ ...LAW, CLIENT_CLAUSES, CLIENT_OPEN_POINTS }, opinionsOnTheTable())
  return ofClients
}

/** Raise it when the digest covers more or less, and add the previous value to EARLIER_DIGESTS. Version 1 covered prose. */
const DIGEST_VERSION = 2

/** Members with prose: rewording them changes no verdict. Descriptions in a contract identify interactions, so they count. */
export const PROSE: ReadonlySet<string> = new Set(['rule', 'explanation', 'question', 'does', 'meaning'])

/** The oracle is code, so the digest covers its verdicts on a fixed table of bodies. */
export function digestOfLaw(law: object, opinions: readonly string[]): string {
  const text = JSON.stringify([DIGEST_VERSION, law, opinions], (name, value) => {
    if (PROSE.has(name)) return undefined
    if (value instanceof RegExp) return String(value)
    // An error code without a status of its own counts too.
    return value === undefined ? 'none' : value
  })
  return createHash('sha256').update(text).digest('hex')
}

const CONTEXT: OracleContext = { aliases: ['aurora', 'Nimbus-2'], images: [usableImage()] }

/** The oracle's verdicts on a fixed table of bodies, and the video that each requests. */
function opinionsOnTheTable(): string[] {
  return [
    ...bodiesOnTheTable().map(
      (body) => `${JSON.stringify(body)} ${gist(judgeBody(body, CONTEXT))} ${JSON.stringify(askedOf(body))}`,
    ),
    ...textsOnTheTable().map((text) => `${JSON.stringify(text)} ${gist(judgeBodyText(text, CONTEXT))}`),
  ]
}

function gist({ verdict, level, orJobFails, reasons }: Opinion): string {
  const all = reasons.map((each) => [each.verdict, each.level, each.by, each.field, each.orJobFails])
  return JSON.stringify([verdict, level, orJobFails, all])
}
