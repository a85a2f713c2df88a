import { Command, CommanderError } from 'commander'
import { ChangedHistory } from '../runner/history/file/seals.ts'
import { EXIT } from '../runner/report/exit-codes.ts'
import { UsageError } from '../runner/settings/target.ts'
import { SUITE } from '../runner/settings/version.ts'
import { COMMANDS, type Listed } from './commands.ts'
import { tidyOnceLarge } from './process/memory.ts'
import { complaint } from './telling/complaint.ts'

const EPILOGUE = `
Environment:
  GATECHECK_BASE_URL           the server to test (or --base-url); without it, the embedded reference service
  GATECHECK_KEY                a key of account A; needed for every server but the embedded one
  GATECHECK_SAME_ACCOUNT_KEY   another key of account A
  GATECHECK_OTHER_ACCOUNT_KEY  a key of account B
  GATECHECK_REVOKED_KEY        a revoked key
  GATECHECK_IMAGE_URL          an image that the server may use
  GATECHECK_FAILING_PROMPT     a prompt that is known to fail
  GATECHECK_REDACT             words to keep out of every output, separated by commas
  GATECHECK_SIGNING_KEY        the private key that certificates are signed with
  GATECHECK_TRUSTED_KEY        the public keys, or fingerprints, that "verify" trusts
  What is missing leaves out the checks that need it, and the report says so.

Exit codes:
  0 nothing broken   1 a must clause is broken   2 no verdict   64 wrong usage   70 a fault of gatecheck   130 interrupted

Examples:
  gatecheck run                                      try it on the embedded reference service
  gatecheck plan --base-url https://host/v1          what a run would do, cost and take
  GATECHECK_KEY=cl_… gatecheck run --base-url https://host/v1 --report junit
  gatecheck run --only auth,paths                    two suites; groups, clauses and checks by their names, too
  gatecheck run --only pact                          the contract of a reference client, by Pact's verifier
  gatecheck run --failed .gatecheck                  ask again what failed there
  gatecheck run --resume .gatecheck                  go on with a run that broke off; nothing is paid twice
  gatecheck drain .gatecheck                         bring the jobs that it left to their ends
  gatecheck keygen; gatecheck certify --base-url …   a signed certificate, if every must clause holds
  gatecheck verify certificate.json --key FILE       check one
  gatecheck show 1483                                an exchange of that run: what was sent, what came, what for
  gatecheck report .gatecheck --report junit         another report of a recorded run
  gatecheck judge .gatecheck                         the verdicts again, from the recorded run
  gatecheck judge traffic.har                        verdicts on what a browser, a proxy or a test run recorded
  gatecheck client -- node client.mjs                does a client keep the law? in scenarios
  gatecheck proxy --target https://host/v1           pass a client's traffic through, and judge both sides
  gatecheck drift record; gatecheck drift check      what a server does otherwise than it did, and what that breaks
  gatecheck pact verify client-videos.json           a client's contract against a server: what of it is promised
  gatecheck pact lint client-videos.json             what in a client's contract nobody promised
  gatecheck openapi --yaml > openapi.yaml            the interface for other tools`

const program = new Command()
  .name('gatecheck')
  .description('Tells whether a server keeps the interface of an asynchronous video-generation service.')
  .version(SUITE.version, '-V, --version', 'print the version')
  .helpOption('-h, --help', 'print this help')
  .configureHelp({ subcommandTerm: termOf })
  .addHelpText('after', EPILOGUE)
  .showSuggestionAfterError(true)
  .exitOverride()
  .configureOutput({ writeErr: () => undefined })

/** What they hold is their own, and they are to be quick. */
const OF_OUR_OWN = ['serve', 'selfcheck', 'client']
if (!OF_OUR_OWN.includes(process.argv[2] ?? '')) tidyOnceLarge()

// Whoever reads no further, like "head", has read enough: what is under way goes on to its end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

// What another command needs is not read: it would take longer than most commands do.
const words = process.argv.slice(2)
const isAsked = ({ name }: Listed) =>
  COMMANDS.some((each) => each.name === words[0]) ? name === words[0] : words.includes(name)

for (const listed of COMMANDS) program.addCommand(isAsked(listed) ? await whole(listed) : inName(listed))

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = explain(error)
}

async function whole({ about, load }: Listed): Promise<Command> {
  return (await load())
    .description(about)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
}

function termOf(command: Command): string {
  const takes = COMMANDS.find(({ name }) => name === command.name())?.takes ?? command.usage()
  return `${command.name()} ${takes}`
}

/** As it is listed, and as a name that a misspelt one may be near to. */
function inName({ name, takes, about }: Listed): Command {
  return new Command(name).description(about).usage(takes)
}

/** One line that says what is wrong and what to type. Whose fault it is decides the exit code. */
function explain(error: unknown): number {
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.pass
  const { said, exit } = explained(error)
  process.stderr.write(`gatecheck: ${complaint(said)}\n`)
  return exit
}

function explained(error: unknown): { said: string; exit: number } {
  if (error instanceof CommanderError)
    return {
      said:
        error.code === 'commander.help'
          ? 'a command is missing. Type "gatecheck run" to try it, "gatecheck --help" for all commands.'
          : `${error.message.replace(/^error: /, '').replace(/\s+/g, ' ')} Type "gatecheck --help" for what can be said.`,
      exit: EXIT.usage,
    }
  if (error instanceof UsageError) return { said: inOneLine(error.message), exit: EXIT.usage }
  if (error instanceof ChangedHistory) return { said: inOneLine(error.message), exit: EXIT.noVerdict }
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { said: `this is a fault of gatecheck itself, please report it.\n${told}`, exit: EXIT.suiteFault }
}

function inOneLine(text: string): string {
  return text.replaceAll('\n', ' ')
}
