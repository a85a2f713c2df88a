import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAULTS } from '../../fixtures/corpus.ts'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { run } from '../../reporters/outcome/run.ts'
import { decidingExchanges } from '../../reporters/recorded/show.ts'
import { answerLines, type Message, requestLines } from '../../reporters/words/message.ts'
import { CLAUSES, type ClauseId } from '../../spec/clauses.ts'
import { SUITES } from '../../suites/index.ts'

// Writes examples.json: for each clause an exchange that breaks it, from a run against a faulty reference service. A few minutes.

const MOST_LINES = 14
const wishes = { profile: 'standard', pollIntervalMs: 3, settleMs: 200, seed: 1, burst: 8, deadlineMs: 30_000 } as const
const DULL = /^(host|connection|user-agent|accept|accept-encoding|date|keep-alive|content-length|transfer-encoding):/i

const short = ({ lines }: Message) =>
  lines
    .filter((line) => !DULL.test(line))
    .slice(0, MOST_LINES)
    .map((line) => line.slice(0, 160))
    .join('\n')

const examples: Record<string, string> = {}

for (const { id } of CLAUSES) {
  for (const fault of FAULTS.filter(({ breaks }) => breaks === id).slice(0, 3)) {
    const example = await exampleOf(id, fault)
    if (example === undefined) continue
    examples[id] = example
    break
  }
  process.stderr.write(`${examples[id] === undefined ? 'no example' : 'example'}  ${id}\n`)
}
writeFileSync(join(import.meta.dirname, 'examples.json'), `${JSON.stringify(examples, null, 2)}\n`)

async function exampleOf(id: ClauseId, fault: (typeof FAULTS)[number]): Promise<string | undefined> {
  const { provision, close } = await startEmbedded({ ...fault.options, layers: [layerOf(fault)] })
  try {
    const { report, entries } = await run({ provision, suites: SUITES, local: true, wishes: { ...wishes, only: [id] } })
    const failed = report.clauses.find((each) => each.id === id && each.verdict === 'fail')
    const n = failed && decidingExchanges(failed)[0]
    const exchange = n === undefined ? undefined : entries.exchange(n)
    return exchange && [short(requestLines(exchange)), short(answerLines(exchange))].join('\n\n')
  } finally {
    await close()
  }
}
