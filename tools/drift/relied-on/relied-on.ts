import { parseJsonFile } from '../../../engine/history/reading/reading.ts'
import { excerpt } from '../../../engine/history/reading/words.ts'
import { isPact } from '../../../engine/pact/file/pact-file.ts'
import type { Statuses } from '../../../engine/pact/file/rules.ts'
import { ENDPOINTS, type EndpointName } from '../../../spec/endpoints.ts'
import { STATUSES } from '../../../spec/words.ts'
import type { Difference } from '../comparing/change.ts'
import { ELSEWHERE, type Where } from '../habits/habit.ts'
import { endpointsConcerned } from './concerned.ts'
import { readClientHar } from './har.ts'
import { type ClientFile, type Interaction, type LeftOut, NoClientFile } from './interaction.ts'
import { readPact } from './pact.ts'
import { reaches } from './reads.ts'

export { NoClientFile } from './interaction.ts'

type ReliedSummary = {
  files: { name: string; kind: string; interactions: number }[]
  endpoints: { endpoint: EndpointName; statuses: string[] }[]
  /** Aliases that it sends by name. */
  aliases: string[]
  leftOut: LeftOut[]
}

/** What a client reads from a server, and sends to it. */
export type Relied = {
  /** True if unknown. */
  isReliedOn(difference: Pick<Difference, 'where' | 'aspect' | 'event' | 'before' | 'after'>): boolean
  summary: ReliedSummary
}

/** From a client's contracts, or from the recorded traffic of its tests. */
export function reliedOn(texts: readonly { name: string; text: string }[]): Relied {
  const files = texts.map(readFile)
  const interactions = files.flatMap((file) => file.interactions)
  const leftOut = files.flatMap((file) => file.leftOut)
  return {
    isReliedOn: ({ where }) => isRead(where, interactions, leftOut),
    summary: summaryOf(files, interactions, leftOut),
  }
}

function readFile({ name, text }: { name: string; text: string }): ClientFile {
  const json = parseJsonFile(text)
  if (!json) throw new NoClientFile(`${name} is neither a Pact file nor a HAR file: it is not JSON`)
  if (isPact(json.value)) return readPact(json.value, name)
  const { log } = (json.value ?? {}) as { log?: unknown }
  if (log === undefined)
    throw new NoClientFile(`${name} is neither a Pact file (no interactions) nor a HAR file (no log)`)
  return readClientHar(text, name)
}

function isRead(where: Where, interactions: readonly Interaction[], leftOut: readonly LeftOut[]): boolean {
  const { clause, open, alias, endpoint, status } = where
  const uses = (name: EndpointName) => interactions.some((each) => each.endpoint === name)
  const about = clause ?? open
  if (about !== undefined) {
    const concerned = endpointsConcerned(about)
    return concerned === undefined || [...concerned].some(uses)
  }
  if (alias !== undefined) return interactions.some(({ model }) => isNamed(alias, model))
  if (endpoint === undefined) return true
  if (endpoint === ELSEWHERE) return leftOut.some(({ what }) => what !== undefined)
  if (status === undefined) return uses(endpoint)
  return interactions.some((each) => each.endpoint === endpoint && expects(each, status) && isReadBy(each, where))
}

const isNamed = (alias: string, model: Interaction['model']) =>
  model === 'unknown' || (typeof model === 'object' && model.named === alias)

const expects = ({ statuses }: Interaction, status: number) =>
  statuses.some(({ least, most }) => status >= least && status <= most)

/** Every client reads the status of a job. */
const TELLS_THE_STATE = '/status'

function isReadBy({ states, body, headers }: Interaction, { state, pointer, header }: Where): boolean {
  const mayBeIn = state === undefined || states === undefined || states.includes(state) || !KNOWN.has(state)
  if (header !== undefined) return mayBeIn && headers.includes(header.split(' ')[0]!)
  if (pointer === undefined) return mayBeIn
  if (!mayBeIn && pointer !== TELLS_THE_STATE && pointer !== '') return false
  return reaches(body, pointer)
}

const KNOWN: ReadonlySet<string> = new Set(STATUSES)

function summaryOf(
  files: readonly ClientFile[],
  interactions: readonly Interaction[],
  leftOut: readonly LeftOut[],
): ReliedSummary {
  const names = interactions.flatMap(({ model }) => (typeof model === 'object' ? [model.named] : []))
  return {
    files: files.map(({ name, kind, interactions: own }) => ({ name, kind, interactions: own.length })),
    endpoints: ENDPOINTS.flatMap(({ name }) => {
      const own = interactions.filter(({ endpoint }) => endpoint === name)
      const statuses = [...new Set(own.flatMap((each) => each.statuses.map(inWords)))].sort()
      return own.length > 0 ? [{ endpoint: name, statuses }] : []
    }),
    aliases: [...new Set(names)].sort().map((name) => excerpt(name, 80)),
    leftOut: leftOut.map((each) => ({ ...each, ...(each.what !== undefined && { what: excerpt(each.what, 80) }) })),
  }
}

function inWords({ least, most }: Statuses): string {
  if (least === most) return String(least)
  return most - least === 99 && least % 100 === 0 ? `${least / 100}XX` : `${least} to ${most}`
}
