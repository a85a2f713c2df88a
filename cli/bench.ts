import { Command } from 'commander'
import { EXIT } from '../runner/exit-codes.ts'
import { UsageError } from '../runner/target.ts'
import { repeated, wholeNumber } from './values.ts'

const bench = new Command('bench')
  .description('how long a run takes beside the longest chain of jobs that no run could shorten')
  .action(async () => {
    const { runBesideItsLongestChain } = await import('./speed.ts')
    process.exitCode = (await runBesideItsLongestChain()) ? EXIT.pass : EXIT.fail
  })

bench
  .command('rivals')
  .description('what other tools, given our OpenAPI document, catch of our faults, and whom they wrongly accuse')
  .option('--faults <n>', 'so many of the faults, evenly spaced', wholeNumber(1), 64)
  .option('--variants <n>', 'so many lawful variants beside the dialects and strangers', wholeNumber(0), 12)
  .option('--only <tool>', "a part of a tool's name; repeatable", repeated, [])
  .option('--out <file>', 'all results, as JSON')
  .action(async (options: { faults: number; variants: number; only: string[]; out?: string }) => {
    const { benchRivals } = await import('./rivals/bench.ts')
    await benchRivals(options)
  })

try {
  await bench.parseAsync()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = EXIT.usage
}
