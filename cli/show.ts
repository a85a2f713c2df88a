import { join } from 'node:path'
import { Command } from 'commander'
import { exchangeAsJson, exchangeShown, exchangesIn } from '../reporters/recorded/show.ts'
import type { RunRecord } from '../reporters/reporter.ts'
import { HISTORY_FILE } from '../runner/folder/files.ts'
import { folderNamed } from '../runner/folder/usual-folder.ts'
import { UsageError } from '../runner/settings/target.ts'
import { recordedRun } from '../runs/recorded-run.ts'
import { commaSeparated } from './options/values.ts'
import { print } from './telling/print.ts'

const ABOUT = `
Reports name exchanges by their numbers; a folder behind them is that of the run (default: .gatecheck). Keys stand as
recipes, as in every output.`

export function showCommand(): Command {
  return new Command('show')
    .argument('<number...>', 'the numbers, and the folder of the run behind them')
    .usage('[options] <number...> [dir]')
    .option('--json', 'print the entries of the history, one per line')
    .addHelpText('after', ABOUT)
    .action((words: string[], { json }: { json?: boolean }) => {
      const { numbers, dir } = whatIsAskedFor(words)
      const { report, entries: history } = recordedRun(dir)
      const record = { report, history, historyPath: join(dir, HISTORY_FILE) }
      const show = json ? exchangeAsJson : exchangeShown
      const texts = numbers.map((n) => show(n, record) ?? refuse(n, record, dir))
      // A line of JSON is no workflow command, and is read by programs.
      if (json) process.stdout.write(texts.join(''))
      else print(texts.join('\n'))
    })
}

/** Numbers as they are printed, with commas between them or without. */
function whatIsAskedFor(words: string[]): { numbers: number[]; dir: string } {
  const last = words.at(-1)!
  const isDir = !/^[\d,]+$/.test(last)
  const said = (isDir ? words.slice(0, -1) : words).flatMap(commaSeparated)
  const wrong = said.find((each) => !/^\d{1,9}$/.test(each))
  if (wrong !== undefined) throw new UsageError(`show ${wrong}: an exchange is named by its number, as in show 12 1483`)
  if (said.length === 0) throw new UsageError('show: name the number of an exchange, as in show 12 1483')
  return { numbers: said.map(Number), dir: folderNamed(isDir ? last : undefined) }
}

function refuse(n: number, record: RunRecord, dir: string): never {
  const count = exchangesIn(record)
  throw new UsageError(
    `show ${n}: there is no such exchange in ${dir}; ${count === 0 ? 'that run has none' : `its run has ${count}, from 1 to ${count}`}`,
  )
}
