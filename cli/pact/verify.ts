import { join } from 'node:path'
import { EXIT } from '../../engine/config/exit-codes.ts'
import type { OptionValues } from '../../engine/config/options.ts'
import { printable } from '../../engine/history/reading/words.ts'
import { isAddress } from '../../engine/http/files/document.ts'
import type { PactFile } from '../../engine/pact/file/pact-file.ts'
import { writeReport } from '../../engine/run/folder/files.ts'
import { verificationJson, verificationText } from '../../reporters/pact/verification.ts'
import { CLIENT_PACTS, clientPacts } from '../../suites/client-pacts/index.ts'
import { NoBroker, pactsOf } from '../../tools/pact/broker.ts'
import { pactsAt } from '../../tools/pact/pact-files.ts'
import { verificationOf } from '../../tools/pact/verification.ts'
import type { Io } from '../io.ts'
import { readConfig } from '../options/config-file.ts'
import { environmentOf } from '../options/environment.ts'
import { wishesOf } from '../options/wishes.ts'
import { perform } from '../run/perform.ts'
import { screenOf } from '../terminal/print.ts'

type Options = OptionValues & { provider?: string }

export async function verify(io: Io, { provider, ...flags }: Options, contract: string): Promise<number> {
  const files = await contractsAt(io, contract, provider, flags)
  if ('why' in files) {
    io.stderr.write(`gatecheck: ${printable(files.why)}\n`)
    return EXIT.noVerdict
  }
  const suite = clientPacts(files)
  if (suite.checks.length === 0) {
    io.stderr.write(
      `gatecheck: ${printable(contract)} contains nothing that the specification requires: see "npx gatecheck pact lint"\n`,
    )
    return EXIT.noVerdict
  }
  const { finished } = await perform(io, flags, {
    suites: [suite],
    wishes: { only: flags.only ?? [CLIENT_PACTS], pacts: [contract] },
    tellFirst: (run, place) => {
      const verification = verificationOf(run, files)
      writeReport(join(place, 'pact.json'), verificationJson(verification))
      return verificationText(verification, { ...screenOf(io), quiet: flags.quiet === true })
    },
  })
  return finished.report.exit
}

/** Network options apply to the broker, too. */
async function contractsAt(
  io: Io,
  contract: string,
  provider: string | undefined,
  flags: OptionValues,
): Promise<PactFile[] | { why: string }> {
  if (!isAddress(contract)) return pactsAt(contract)
  const { options } = await readConfig(flags.config)
  const told = { ...options, ...flags }
  const environment = environmentOf(io, told.env)
  try {
    return await pactsOf({ address: contract, provider, wishes: wishesOf(told), environment })
  } catch (error) {
    if (error instanceof NoBroker) return { why: error.message }
    throw error
  }
}
