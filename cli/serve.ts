import { Command, Option } from 'commander'
import { serviceBanner } from '../reporters/service-banner.ts'
import { UsageError } from '../runner/settings/target.ts'
import { DEFAULT_DIALECT, DIALECTS } from '../service/dialects/index.ts'
import { type ServiceOptions, startService } from '../service/start.ts'
import { oneOf, port, wholeNumber } from './values.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('start the reference service alone, for people who write clients')
    .option('--port <n>', 'where to listen on 127.0.0.1 (default: any free port)', port)
    .option('--data <file>', 'keep the state in this file, which several processes may share (default: in memory)')
    .addOption(
      new Option('--dialect <name>', `how it fills what the interface leaves open: ${Object.keys(DIALECTS).join(', ')}`)
        .argParser(oneOf(Object.keys(DIALECTS)))
        .default(DEFAULT_DIALECT),
    )
    .option('--capacity <n>', 'how many unfinished jobs an account may have', wholeNumber(1))
    .option('--polls <n>', 'how many polls a job needs', wholeNumber(1))
    .action(async (options: ServiceOptions) => {
      const service = await start(options)
      process.stdout.write(serviceBanner(service))
      await new Promise<void>((resolve) => {
        process.once('SIGINT', resolve)
        process.once('SIGTERM', resolve)
      })
      await service.close()
    })
}

async function start(options: ServiceOptions) {
  try {
    return await startService(options)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === 'EADDRINUSE') throw new UsageError(`--port ${options.port} is taken: choose another, or leave it out`)
    if (code === 'EACCES') throw new UsageError(`--port ${options.port} is not allowed here: choose one above 1023`)
    if (code?.startsWith('ERR_SQLITE')) throw new UsageError(`--data ${options.data} cannot be used: ${message}`)
    throw error
  }
}
