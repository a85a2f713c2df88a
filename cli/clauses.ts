import { didYouMean } from '../engine/config/nearest-names.ts'
import { UsageError } from '../engine/config/target.ts'
import { commaSeparated } from '../engine/config/values.ts'
import { allNames } from '../engine/judge/names.ts'
import { clauseList, clausesNamed } from '../reporters/clauses.ts'
import { aboutClientClauses, clientClauseList, clientClausesNamed, clientNames } from '../reporters/client/clauses.ts'
import { SUITES_OF_TRAFFIC } from '../suites/index.ts'
import type { Io } from './io.ts'
import { screenOf } from './terminal/print.ts'

export function clauses(io: Io, { clients = false }: { clients?: boolean }, ids: string[]): void {
  const width = Math.min(100, screenOf(io).width)
  const texts = ids.flatMap(commaSeparated).map((id) => {
    const text = clausesNamed(id, SUITES_OF_TRAFFIC, width) ?? clientClausesNamed(id, width)
    if (text === undefined) throw new UsageError(unknown(id))
    return text
  })
  const list = clients ? clientClauseList() : clauseList(SUITES_OF_TRAFFIC) + aboutClientClauses()
  io.stdout.write(texts.length === 0 ? list : texts.join('\n'))
}

function unknown(id: string): string {
  const suggestion =
    didYouMean(id, [...allNames(SUITES_OF_TRAFFIC), ...clientNames()]) || ' "npx gatecheck clauses" lists them.'
  return `No clause, open point, group, suite or check is called ${id}.${suggestion}`
}
