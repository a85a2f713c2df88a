import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { didYouMean } from '../engine/config/nearest-names.ts'
import { UsageError } from '../engine/config/target.ts'
import { commaSeparated } from '../engine/config/values.ts'
import { folderNamed } from '../engine/run/folder/default-folder.ts'
import { HISTORY_FILE } from '../engine/run/folder/files.ts'
import type { ClauseReport } from '../reporters/outcome/report.ts'
import {
  clauseShown,
  decidingExchanges,
  exchangeAsJson,
  exchangeShown,
  exchangesIn,
} from '../reporters/recorded/show.ts'
import type { RunRecord } from '../reporters/reporter.ts'
import { CLAUSES } from '../spec/clauses.ts'
import { decidedBy, isOfAClient, recordedScenarios } from '../tools/client/recorded.ts'
import { recordedRun } from '../tools/run/recorded-run.ts'
import type { Io } from './io.ts'
import { print } from './terminal/print.ts'

type Options = { json?: boolean; scenario?: string }

export function show(io: Io, { json = false, scenario }: Options, words: string[]): void {
  const { asked, dir } = whatIsAskedFor(words)
  const texts = isOfAClient(dir) ? ofClient(asked, dir, scenario, json) : ofRun(asked, dir, json)
  // JSON is for programs, and contains no workflow commands of GitHub.
  if (json) io.stdout.write(texts.join(''))
  else print(io, texts.join('\n'))
}

function ofRun(asked: readonly string[], dir: string, json: boolean): string[] {
  const { report, entries: history } = recordedRun(dir)
  const record = { report, history, historyPath: join(dir, HISTORY_FILE) }
  return asked.flatMap((each) => (json ? asJson(each, record, dir) : [asText(each, record, dir)]))
}

function asText(word: string, record: RunRecord, dir: string): string {
  if (isNumber(word)) return exchangeShown(Number(word), record) ?? refuse(Number(word), record, dir)
  return clauseShown(clauseOf(word, record, dir), record)
}

function asJson(word: string, record: RunRecord, dir: string): string[] {
  const numbers = isNumber(word) ? [Number(word)] : decidingExchanges(clauseOf(word, record, dir))
  return numbers.map((n) => exchangeAsJson(n, record) ?? refuse(n, record, dir))
}

function clauseOf(id: string, { report }: RunRecord, dir: string): ClauseReport {
  const clause = report.clauses.find((each) => each.id === id)
  if (!clause) throw new UsageError(`show ${id}: this clause was not selected in the run in ${dir}`)
  return clause
}

function ofClient(asked: readonly string[], dir: string, scenario: string | undefined, json: boolean): string[] {
  const records = recordedScenarios(dir)
  const names = [...records.keys()]
  if (scenario !== undefined && !names.includes(scenario))
    throw new UsageError(`--scenario ${scenario}: not in ${dir}; scenarios there: ${names.join(', ')}`)
  const clause = asked.find((each) => !isNumber(each))
  if (clause !== undefined)
    throw new UsageError(`show ${clause}: ${dir} contains a client's report, in which exchanges are named by number`)
  return asked.map(Number).flatMap((n) => {
    const deciding = scenario === undefined ? decidedBy(n, dir) : [scenario]
    if (deciding.length === 0 && names.length !== 1)
      throw new UsageError(
        `show ${n}: each scenario in ${dir} has its own exchange numbers: name a scenario, as in show ${n} ${dir} --scenario ${names[0]}`,
      )
    return (deciding.length === 0 ? names : deciding).map((name) => {
      const record = records.get(name)!()
      const text = (json ? exchangeAsJson : exchangeShown)(n, record) ?? refuse(n, record, `${dir}, scenario ${name}`)
      return json ? text : `Scenario ${name}\n${text}`
    })
  })
}

const isNumber = (word: string) => /^\d{1,9}$/.test(word)
const isClause = (word: string) => CLAUSES.some(({ id }) => id === word)

/** Exchange numbers, comma-separated or not, and clause ids. */
function whatIsAskedFor(words: string[]): { asked: string[]; dir: string } {
  const last = words.at(-1)!
  const isDir = !/^[\d,]+$/.test(last) && !commaSeparated(last).every(isClause)
  const asked = (isDir ? words.slice(0, -1) : words).flatMap(commaSeparated)
  const named = asked.length === 0 && !existsSync(last) ? [last] : asked
  const wrong = named.find((each) => !isNumber(each) && !isClause(each))
  if (wrong !== undefined)
    throw new UsageError(
      `show ${wrong}: name an exchange by its number or a clause by its id, as in show 12 auth.unknown-key.${didYouMean(
        wrong,
        CLAUSES.map(({ id }) => id),
      )}`,
    )
  if (asked.length === 0) throw new UsageError('show: name the number of an exchange or a clause, as in show 12 1483')
  return { asked, dir: folderNamed(isDir ? last : undefined) }
}

function refuse(n: number, record: RunRecord, dir: string): never {
  const count = exchangesIn(record)
  throw new UsageError(
    `show ${n}: no such exchange in ${dir}; ${count === 0 ? 'it has none' : `exchanges are numbered 1 to ${count}, without downloads`}`,
  )
}
