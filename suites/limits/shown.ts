import { aliasesOfForm } from '../../engine/discovery/dialect/aliases.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { fieldsSent, jsonOf, parseJson, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import { endpointOf } from '../../engine/http/requests.ts'
import type { Facts } from '../../engine/judge/check.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'

/** The body with a model that is listed to the account that sends it. */
export function withAnyOf(shown: readonly string[], body: string): string {
  const fields = parseJson(body)?.value as Record<string, unknown>
  return shown.length === 0 || shown.includes(String(fields.model))
    ? body
    : JSON.stringify({ ...fields, model: shown[0] })
}

/** The aliases in a response of GET /models, if its form is known. */
export function shownBy(reading: Exchange, models: { form: string } | undefined): string[] {
  return models && succeeded(reading) ? aliasesOfForm(jsonOf(reading)?.value, models.form) : []
}

/** The first list of models of each key: accounts may have models of their own. */
export class Shown {
  readonly #lists = new Map<KeyName, Exchange>()

  see(exchange: Exchange, { target }: Pick<Facts, 'target'>): void {
    const key = keyOf(exchange.request)
    if (key === undefined || this.#lists.has(key)) return
    if (succeeded(exchange) && endpointOf(exchange.request, target) === 'GET /models') this.#lists.set(key, exchange)
  }

  /** False if another account submits a model that was not listed to it. */
  isListed({ request }: Exchange, { keyring, dialect: { models } }: Facts): boolean {
    const key = keyOf(request)
    if (key === undefined || keyring.areOfOneAccount(key, 'A')) return true
    const reading = this.#lists.get(key)
    return reading !== undefined && shownBy(reading, models).includes(String(fieldsSent(request).model))
  }
}
