import type { Experiment, Suite } from '../../runner/check.ts'
import { type Drive, NotTried } from '../../runner/drive.ts'
import { lastWords, undecided } from '../../runner/probes.ts'
import { jsonOf, succeeded, walk } from '../../runner/reading.ts'
import { requestTo } from '../../runner/requests.ts'
import { fail, inconclusive, pass, skip } from '../../runner/verdict.ts'
import { oneAnswerRule } from '../../runner/witnesses.ts'
import { receivedInWords } from '../../runner/words.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { READINGS } from '../../spec/endpoints.ts'

type Reading = (typeof READINGS)[number]

const CLAUSES: Record<Reading, ClauseId> = {
  'GET /models': 'readings.models-answers',
  'GET /usage': 'readings.usage-answers',
  'GET /capacity': 'readings.capacity-answers',
  'GET /billing/balance': 'readings.balance-answers',
}

/** Asked as the plainest client would, without Accept; and then, lest the server be in trouble, another one. */
function answers(name: Reading): Experiment {
  return {
    id: `${CLAUSES[name]}-with-json`,
    clause: CLAUSES[name],
    suite: 'readings',
    title: `answers ${name} with 2xx and JSON, to a client without Accept, too`,
    cost: () => ({ requests: 2 }),
    async drive(drive) {
      await drive.read(name, requestTo(drive.target, name))
      await askAnother(drive, name)
    },
    judge({ exchanges }) {
      const [reading] = lastWords(exchanges).filter((each) => each.purpose.part === 'probe')
      const control = exchanges.findLast((each) => each.purpose.part === 'control')
      if (!reading) return skip('it was not read')
      if (succeeded(reading) && jsonOf(reading)) return pass(1, [reading.n])
      const doubt =
        undecided(reading) ??
        (reading.answer?.garbled || reading.answer?.truncated ? 'the answer could not be read' : undefined)
      if (doubt) return inconclusive(doubt, [reading.n])
      if (!succeeded(control))
        return inconclusive(`${receivedInWords(reading)}, and no other reading succeeded after it`, [reading.n])
      const received = succeeded(reading) ? `${receivedInWords(reading)}, which is no JSON` : receivedInWords(reading)
      return fail([{ expected: '2xx with JSON', received, evidence: [reading.n, control!.n] }], 1)
    },
  }
}

async function askAnother(drive: Drive, name: Reading): Promise<void> {
  for (const other of READINGS.filter((each) => each !== name)) {
    try {
      return void (await drive.control(await drive.twin(other)))
    } catch (error) {
      if (!(error instanceof NotTried)) throw error
    }
  }
}

const modelsNotEmpty = oneAnswerRule({
  id: 'readings.models-lists-something',
  clause: 'readings.models-not-empty',
  suite: 'readings',
  title: 'lists at least one alias',
  unseen: 'GET /models was not answered with JSON',
  inspect(exchange, { dialect }) {
    const { by, case: name } = exchange.purpose
    if (name !== 'GET /models' || by !== 'introduction' || !succeeded(exchange)) return undefined
    const body = jsonOf(exchange)
    if (!body) return undefined
    if (dialect.alias !== undefined || !isEmpty(body.value)) return 'kept'
    return { expected: 'at least one alias', received: receivedInWords(exchange) }
  },
})

/** Nothing at all, or lists with nothing in them. An empty object may be a model of which there is nothing to say. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return true
  const lists = [...walk(value)].map((each) => each.value).filter(Array.isArray)
  return lists.length > 0 && lists.every((list) => list.length === 0)
}

export const readings: Suite = {
  name: 'readings',
  about: 'Models, usage, capacity and balance (§4): each answers with JSON.',
  checks: [...READINGS.map(answers), modelsNotEmpty],
}
