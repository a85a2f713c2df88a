import { Command, CommanderError } from 'commander'
import { EXIT } from '../engine/config/exit-codes.ts'
import { SUITE } from '../engine/config/version.ts'
import { COMMANDS } from './commands.ts'
import type { Io } from './io.ts'
import { commandOf } from './options/command.ts'

const EPILOGUE = `
Environment:
  GATECHECK_BASE_URL           server to test (or --base-url; default: the embedded reference service)
  GATECHECK_KEY                API key of account A; required unless the embedded service is tested
  GATECHECK_SAME_ACCOUNT_KEY   another key of account A
  GATECHECK_OTHER_ACCOUNT_KEY  key of account B
  GATECHECK_REVOKED_KEY        revoked key
  GATECHECK_IMAGE_URL          URL of an image that the server can fetch
  GATECHECK_FAILING_PROMPT     prompt whose job fails
  GATECHECK_REDACT             words to redact in every output, comma-separated
  GATECHECK_AGENT              1: print the short report for coding agents; 0: never (default: if an agent is detected)
  GATECHECK_SIGNING_KEY        private key that signs certificates
  GATECHECK_TRUSTED_KEY        public keys or fingerprints that "verify" trusts
  If a value is missing, the checks that need it are skipped, and the report says so.

Exit codes:
  0 no must clause failed   1 a must clause failed   2 no verdict   64 wrong usage   70 internal error   130 interrupted

Examples:
  npx gatecheck run                                      test the embedded reference service
  npx gatecheck init                                     write configuration file and CI workflow
  npx gatecheck plan --base-url https://host/v1          print cost and duration of a run
  GATECHECK_KEY=cl_… npx gatecheck run --base-url https://host/v1 --report junit
  npx gatecheck run --only auth,jobs.final-stays-final   test one suite and one clause
  npx gatecheck run --failed .gatecheck                  rerun what failed
  npx gatecheck run --resume .gatecheck                  continue an interrupted run
  npx gatecheck drain .gatecheck                         poll unfinished jobs to completion
  npx gatecheck certify --base-url https://host/v1       sign a certificate if every must clause passes
  npx gatecheck verify certificate.json --key FILE       verify a certificate
  npx gatecheck show 1483                                print an exchange of the last run
  npx gatecheck report .gatecheck --report junit         write another report of a recorded run
  npx gatecheck judge .gatecheck                         recompute the verdicts of a recorded run
  npx gatecheck judge traffic.har                        judge recorded traffic
  npx gatecheck client -- node client.mjs                test a client
  npx gatecheck proxy --target https://host/v1           judge a client and its server live
  npx gatecheck drift check                              detect changes since "drift record"
  npx gatecheck pact verify client-videos.json           verify a client's contract against a server
  npx gatecheck pact lint client-videos.json             find assumptions that the specification does not guarantee
  npx gatecheck openapi --yaml > openapi.yaml            write the interface as OpenAPI for other tools`

const KEY_OPTION = /^error: unknown option '(--(?:api-|same-account-|other-account-|revoked-)?key)\b/

/** Runs a command and resolves with its exit code. */
export async function main(words: readonly string[], io: Io): Promise<number> {
  const output = { writeOut: (text: string) => void io.stdout.write(text), writeErr: () => undefined }
  const program = new Command()
    .name('gatecheck')
    .description('Conformance suite for the interface of an asynchronous video-generation service.')
    .version(SUITE.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ subcommandTerm: termOf })
    .addHelpText('after', EPILOGUE)
    .showSuggestionAfterError(true)
  for (const entry of COMMANDS) program.addCommand(commandOf(entry, io))
  for (const each of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
    each.exitOverride().configureOutput(output)
  try {
    await program.parseAsync(words, { from: 'user' })
    return Number(io.exitCode ?? EXIT.pass)
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.pass
    const { complaint, explained } = await import('./terminal/complaint.ts')
    const { said, exit } =
      error instanceof CommanderError
        ? { said: wrongUsage(error, commandIn(program, words)), exit: EXIT.usage }
        : explained(error)
    io.stderr.write(`gatecheck: ${complaint(said, io.env)}\n`)
    return exit
  }
}

/** A command in the list of all commands. */
function termOf(command: Command): string {
  if (command.commands.length > 0) return `${command.name()} <command>`
  const usage = command.options.length > 0 ? command.usage() : command.usage().replace('[options] ', '')
  return `${command.name()} ${usage}`
}

/** The typed command, with its subcommand. */
function commandIn({ commands }: Command, [first, ...others]: readonly string[]): string {
  const found = commands.find((each) => each.name() === first)
  return found ? ` ${first}${commandIn(found, others)}` : ''
}

function wrongUsage({ code, message }: CommanderError, command: string): string {
  if (code === 'commander.help')
    return 'Missing command. Try "npx gatecheck run", or see "npx gatecheck --help" for all commands.'
  const [, key] = KEY_OPTION.exec(message) ?? []
  // Other users of the machine can read the command line.
  if (key !== undefined) return `Unknown option ${key}: set the key in GATECHECK_KEY, or in a file for --env.`
  return `${message
    .replace(/^error: ([a-z])/, (_, first: string) => first.toUpperCase())
    .replace(/\s+/g, ' ')
    .replace(/\.?$/, '.')} See "npx gatecheck${command} --help".`
}
