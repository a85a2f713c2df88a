import { join } from 'node:path'
import { Command } from 'commander'
import { verificationJson, verificationText } from '../../reporters/pact/verification.ts'
import { writeReport } from '../../runner/folder/files.ts'
import { printable } from '../../runner/history/reading/words.ts'
import type { PactFile } from '../../runner/pact/file/pact-file.ts'
import { EXIT } from '../../runner/report/exit-codes.ts'
import { isAddress } from '../../runner/wire/files/document.ts'
import { NoBroker, pactsOf } from '../../runs/pact/broker.ts'
import { pactsAt } from '../../runs/pact/pact-files.ts'
import { verificationOf } from '../../runs/pact/verification.ts'
import { CLIENT_PACTS, clientPacts } from '../../suites/client-pacts/index.ts'
import { readConfig } from '../options/config-file.ts'
import { addRunOutputOptions } from '../options/run-output.ts'
import { environmentOf } from '../options/situation.ts'
import { addTargetOptions, type TargetOptions, wishesOf } from '../options/target-options.ts'
import { perform } from '../run/perform.ts'
import { screenOf } from '../telling/screen.ts'

type Options = TargetOptions & { provider?: string }

const ABOUT = `
Of a broker, name the address of one contract, of a list of them, or of the broker with --provider.
PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD, let it in; they come from the environment or --env alone. What the
options and the environment say of networks (--ca, --client-cert, --http1, --insecure, proxies) holds for it as for the server.

Provider states are made over HTTP: a job that succeeded, failed, is queued or running · a key of another account · an id
that no job has · an alias is listed, or is not · an image that the service may use · a revoked key · no room for another
job (with --burst). What cannot be made, and what nobody here knows, is pending, with the reason.

Only what the law promises of a contract can fail. What it asks for beyond that is named as such ("relies on what nobody
promised"), and fails nobody. Beside the reports of a run, pact.json in --out tells of each interaction.

Exit codes: 0 all that is promised is kept · 1 a must clause is broken (with --strict a should clause, too) · 2 no verdict:
nothing could be judged, the server or the broker does not answer · 64 wrong usage, no Pact file · 70 a fault of gatecheck ·
130 interrupted`

export function pactVerifyCommand(): Command {
  const command = new Command('verify')
    .description("hold clients' contracts against a server")
    .argument('<contract>', 'a Pact file, a folder of them, or the address of a broker')
  return addRunOutputOptions(addTargetOptions(command))
    .option('--provider <name>', 'of a broker: whose contracts')
    .addHelpText('after', ABOUT)
    .action(async (contract: string, options: Options) => {
      process.exitCode = await verify(contract, options)
    })
}

async function verify(contract: string, { provider, ...flags }: Options): Promise<number> {
  const files = await contractsAt(contract, provider, flags)
  if ('why' in files) {
    process.stderr.write(`gatecheck: ${printable(files.why)}\n`)
    return EXIT.noVerdict
  }
  const suite = clientPacts(files)
  if (suite.checks.length === 0) {
    process.stderr.write(
      `gatecheck: ${printable(contract)} asks for nothing that the law promises: "gatecheck pact lint" says why\n`,
    )
    return EXIT.noVerdict
  }
  const { finished } = await perform(flags, {
    suites: [suite],
    wishes: { only: flags.only ?? [CLIENT_PACTS], pacts: [contract] },
    tellFirst: (run, place) => {
      const verification = verificationOf(run, files)
      writeReport(join(place, 'pact.json'), verificationJson(verification))
      return verificationText(verification, { ...screenOf(process.stdout), quiet: flags.quiet === true })
    },
  })
  return finished.report.exit
}

/** A broker is reached by what the run is told of networks. */
async function contractsAt(
  contract: string,
  provider: string | undefined,
  flags: TargetOptions,
): Promise<PactFile[] | { why: string }> {
  if (!isAddress(contract)) return pactsAt(contract)
  const { options } = await readConfig(flags.config)
  const told = { ...options, ...flags }
  try {
    return await pactsOf({ address: contract, provider, wishes: wishesOf(told), environment: environmentOf(told.env) })
  } catch (error) {
    if (error instanceof NoBroker) return { why: error.message }
    throw error
  }
}
