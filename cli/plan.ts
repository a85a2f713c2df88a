import { Command } from 'commander'
import { planReport } from '../reporters/plan.ts'
import { planOf } from '../runner/run/plan.ts'
import { prepare } from '../runner/run/run.ts'
import { SUITES } from '../suites/index.ts'
import { addRunOptions, askedWith, type RunOptions } from './run-options.ts'
import { situationOf } from './situation.ts'

export function planCommand(): Command {
  const command = new Command('plan').description('say what a run would do and cost, sending nothing')
  return addRunOptions(command).action(async (flags: RunOptions) => {
    const { provision, wishes, local, notes, close } = await situationOf(askedWith(flags), false)
    try {
      const { planned, prospect, target } = prepare({ provision, wishes, suites: SUITES, local })
      for (const note of notes) process.stderr.write(`${note}\n`)
      process.stdout.write(planReport(planOf(planned, prospect), target.baseUrl))
    } finally {
      await close()
    }
  })
}
