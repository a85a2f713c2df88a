import { type Configuration, configure, type FilesNamed } from '../../engine/config/configuration.ts'
import { flagOf } from '../../engine/config/network-names.ts'
import { fieldOf, type Option, recordedOptions } from '../../engine/config/options.ts'
import type { Began } from '../../engine/history/entry/entries.ts'
import { excerpt } from '../../engine/history/reading/words.ts'
import { beginningOf } from '../../engine/history/recording.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { typed } from '../curl/shell-words.ts'
import type { RunRecord } from '../reporter.ts'
import { askedBehind } from './failed-again.ts'

/** More reasons than fit into a command belong in a configuration file. */
const LONGEST_REASONS = 8000
/** Options that the command names first. */
const FIRST = ['only', 'profile', 'seed']

/** Options that can be derived from a run without a recorded start. */
type Told = Pick<Configuration, 'profile' | 'seed'> & Partial<Configuration>

/** The command that repeats the run, as words; `clauses`: only these, without waivers. */
export function againWords(record: RunRecord, clauses?: readonly ClauseId[]): string[] {
  const { report, history } = record
  const began = beginningOf(history)
  const { profile, seed, strict, complete, waivers: waive } = report
  const { ca, clientCert, clientKey } = report.target
  const named: FilesNamed = { ...(ca && { ca }), ...(clientCert && { clientCert }), ...(clientKey && { clientKey }) }
  const told: Told = { profile, seed, strict, complete, waive, ...began?.configuration, ...named }
  const wanted = clauses ? { ...told, only: asked(record, clauses), waive: [] } : told
  const list = clauses || told.expected === undefined ? [] : ['--expected', told.expected.file]
  const command = told.pacts ? ['pact', 'verify', ...told.pacts] : ['run']
  return [
    'npx',
    'gatecheck',
    ...command,
    ...addressOf(report.target.baseUrl, began),
    ...flagsOf(wanted, began),
    ...list,
  ].map(typed)
}

export const againLine = (record: RunRecord, clauses?: readonly ClauseId[]) => againWords(record, clauses).join(' ')

/** Clauses and the checks that sent the failing requests; rules over all exchanges send nothing themselves. */
function asked({ report, history }: RunRecord, ids: readonly ClauseId[]): string[] {
  const clauses = report.clauses.filter(({ id }) => ids.includes(id))
  return [...new Set([...ids, ...askedBehind({ ...report, clauses }, history)])]
}

const addressOf = (baseUrl: string, began: Began | undefined) => (began?.target.embedded ? [] : ['--base-url', baseUrl])

/** Flags of the options that differ from the defaults. */
function flagsOf(told: Told, began: Began | undefined): string[] {
  const { profile, seed } = told
  const usual = configure({ profile, seed }, began?.target.embedded === true)
  const options = recordedOptions()
  const first = FIRST.flatMap((name) => options.filter((each) => each[0] === name))
  return [...first, ...options.filter((each) => !first.includes(each))].flatMap(([name, option]) => {
    const field = fieldOf(name, option) as keyof Configuration
    const value = told[field]
    // Naming contracts selects all of them.
    if (name === 'only' && told.pacts && value?.toString() === 'client-pacts') return []
    const isUsual = JSON.stringify(value) === JSON.stringify(usual[field])
    if (value === undefined || (isUsual && name !== 'profile' && name !== 'seed')) return []
    return typedAs(name, option, field === 'waive' ? reasonsOf(told.waive ?? []) : value)
  })
}

function typedAs(name: string, { takes, not, show = String }: Option, value: unknown): string[] {
  const flag = flagOf(name)
  if (takes === undefined) return value ? [flag] : not === undefined ? [] : [flag.replace('--', '--no-')]
  return [value].flat().flatMap((each) => [flag, show(each)])
}

function reasonsOf(waivers: Configuration['waive']): string[] {
  const most = Math.floor(LONGEST_REASONS / waivers.length)
  return waivers.map(({ clause, reason }) => `${clause}=${reason.length > most ? excerpt(reason, most) : reason}`)
}
