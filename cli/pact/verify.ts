import { join } from 'node:path'
import { Command } from 'commander'
import { printable } from '../../engine/history/reading/words.ts'
import { isAddress } from '../../engine/http/files/document.ts'
import { EXIT } from '../../engine/report/exit-codes.ts'
import { writeReport } from '../../engine/run/folder/files.ts'
import { verificationJson, verificationText } from '../../reporters/pact/verification.ts'
import { NoBroker, pactsOf } from '../../runs/pact/broker.ts'
import { pactsAt } from '../../runs/pact/pact-files.ts'
import { verificationOf } from '../../runs/pact/verification.ts'
import { CLIENT_PACTS, clientPacts } from '../../suites/client-pacts/index.ts'
import type { PactFile } from '../../tools/pact/file/pact-file.ts'
import type { Io } from '../io.ts'
import { readConfig } from '../options/config-file.ts'
import { HEADINGS, hideUnused } from '../options/headings.ts'
import { addRunOutputOptions } from '../options/run-output.ts'
import { environmentOf } from '../options/situation.ts'
import { addTargetOptions, type TargetOptions, wishesOf } from '../options/target-options.ts'
import { perform } from '../run/perform.ts'
import { screenOf } from '../telling/screen.ts'

type Options = TargetOptions & { provider?: string }

const ABOUT = `
For a broker, give the URL of one contract, of a list of contracts, or of the broker with --provider. The environment or
--env authenticates: PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD. Network options apply to the
broker as to the server.

Provider states are set up over HTTP: a job that succeeded, failed, is queued or running · a key of another account · an id
that no job has · an alias is listed · an alias that is not listed · an image that the service may use · a revoked key ·
no room for another job (with --burst). An interaction whose state cannot be set up is pending, with the reason.

Only specified behaviour can fail. The rest of a contract is reported as relying on unspecified behaviour. In --out,
pact.json contains the result of each interaction.

Exit codes: 0 no must clause failed · 1 a must clause failed · 2 no verdict: nothing could be judged, or server or broker
do not respond · 64 wrong usage, or not a Pact file · 70 internal error · 130 interrupted`

/** No suite of its own runs beside the contracts. */
const UNUSED = ['profile', 'media', 'generate', 'maxDownload', 'complete']

export function pactVerifyCommand(io: Io): Command {
  const command = addTargetOptions(new Command('verify'))
    .description("verify clients' contracts against a server")
    .argument('<contract>', 'Pact file, folder of Pact files, or URL of a broker')
    .optionsGroup(HEADINGS.target)
    .option('--provider <name>', 'provider whose contracts to fetch from a broker')
  return hideUnused(addRunOutputOptions(command), UNUSED)
    .addHelpText('after', ABOUT)
    .action(async (contract: string, options: Options) => {
      io.exitCode = await verify(io, contract, options)
    })
}

async function verify(io: Io, contract: string, { provider, ...flags }: Options): Promise<number> {
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

/** A broker is reached by what the run is told of networks. */
async function contractsAt(
  io: Io,
  contract: string,
  provider: string | undefined,
  flags: TargetOptions,
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
