import { aliasesOfForm } from '../../runner/dialect/aliases.ts'
import type { Exchange } from '../../runner/history/exchange.ts'
import { fieldsSent, jsonOf, succeeded } from '../../runner/history/reading.ts'
import { keyOf } from '../../runner/history/who-asks.ts'
import type { Facts } from '../../runner/judging/check.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { endpointOf } from '../../runner/wire/requests.ts'

/** What each key was shown of the models at first. Accounts may have models of their own. */
export class Shown {
  readonly #lists = new Map<KeyName, Exchange>()

  see(exchange: Exchange, { target }: Pick<Facts, 'target'>): void {
    const key = keyOf(exchange.request)
    if (key === undefined || this.#lists.has(key)) return
    if (succeeded(exchange) && endpointOf(exchange.request, target) === 'GET /models') this.#lists.set(key, exchange)
  }

  /** False where another account than the first asks for a model that nobody has seen listed to it. */
  mayHaveBeenAsked({ request }: Exchange, { keyring, dialect: { models } }: Facts): boolean {
    const key = keyOf(request)
    if (key === undefined || keyring.areOfOneAccount(key, 'A')) return true
    const reading = this.#lists.get(key)
    if (!reading || !models) return false
    return aliasesOfForm(jsonOf(reading)?.value, models.form).includes(String(fieldsSent(request).model))
  }
}
