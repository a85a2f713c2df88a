import { type Target, targetOf } from '../../engine/config/target.ts'
import type { HistoryEntry } from '../../engine/history/entry/entries.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isTransient } from '../../engine/history/reading/facts.ts'
import { jsonOf, whyUnread } from '../../engine/history/reading/reading.ts'
import { list } from '../../engine/history/reading/words.ts'
import { answerFits } from '../../spec/openapi/answer-fits.ts'

export type Undescribed = { n: number; why: string }

/** Responses of a run that the OpenAPI document does not describe, except those of gateways. */
export function undescribedIn(entries: readonly HistoryEntry[], baseUrl: string): Undescribed[] {
  const target = targetOf(baseUrl)
  return entries.flatMap((entry) => {
    if (entry.kind !== 'exchange' || isTransient(entry)) return []
    const why = whyUndescribed(entry, target)
    return why === undefined ? [] : [{ n: entry.n, why }]
  })
}

function whyUndescribed({ request, ...exchange }: Exchange, { basePath }: Target): string | undefined {
  const { answer } = exchange
  if (!answer || whyUnread(exchange) !== undefined || !request.path.startsWith(`${basePath}/`)) return undefined
  const { status, headers, body } = answer
  const json = jsonOf({ request, ...exchange })
  const path = request.path.slice(basePath.length)
  const finding = answerFits({ method: request.method, path, status, headers, body, json })
  return finding?.ok === false ? `${request.method} ${path}: ${list(finding.errors)}` : undefined
}
