import { Command } from 'commander'
import { planReport } from '../reporters/plan.ts'
import { planOf } from '../runner/run/plan.ts'
import { prepare } from '../runner/run/run.ts'
import { SUITES } from '../suites/index.ts'
import { situationOf } from './situation.ts'
import { addTargetOptions, type TargetOptions } from './target-options.ts'

export function planCommand(): Command {
  const command = new Command('plan').description('say what a run would do and cost, sending nothing')
  return addTargetOptions(command).action(async (flags: TargetOptions) => {
    const { provision, wishes, local, close } = await situationOf(flags, false)
    try {
      const { planned, prospect, target } = prepare({ provision, wishes, suites: SUITES, local })
      process.stdout.write(planReport(planOf(planned, prospect), target.baseUrl))
    } finally {
      await close()
    }
  })
}
