import { Command } from 'commander'
import { clauseList, oneClause } from '../reporters/clauses.ts'
import { UsageError } from '../runner/settings/target.ts'
import { SUITES } from '../suites/index.ts'
import { screenOf } from './screen.ts'

export function clausesCommand(): Command {
  return new Command('clauses')
    .description(
      'the clauses of the law and its open points, or one explained: how it is checked, what breaks it, how to mend it',
    )
    .argument('[id]', 'a clause or an open point')
    .action((id?: string) => {
      const text =
        id === undefined ? clauseList(SUITES) : oneClause(id, SUITES, Math.min(100, screenOf(process.stdout).width))
      if (text === undefined)
        throw new UsageError(`There is no clause or open point ${id}. "gatecheck clauses" lists them.`)
      process.stdout.write(text)
    })
}
