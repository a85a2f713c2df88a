import { createInterface } from 'node:readline'
import { OPTIONS, type Profile } from '../engine/config/options.ts'
import { keyless, targetOf, UsageError } from '../engine/config/target.ts'
import { choice, InvalidValue } from '../engine/config/values.ts'
import { SUITE } from '../engine/config/version.ts'
import { CI_FILES, type CiFile, type CiName } from '../tools/init/ci.ts'
import { CONFIG_FILE, type FileOfSetup, whyNotInstalled, writeSetup } from '../tools/init/init.ts'
import type { Io } from './io.ts'
import { CI_NAMES } from './options/ci-names.ts'
import { configFiles } from './options/config-file.ts'

type Answers = { baseUrl?: string; profile?: Profile; ci?: CiName }
type Flags = Answers & { yes?: boolean; force?: boolean }

/** Unreachable, so that a run without a configured server does not pass. */
const EXAMPLE = 'https://staging.example.com/v1'

const QUESTIONS = {
  baseUrl: {
    text: 'Base URL of the server, with the version, such as https://host/v1',
    defaultOf: ({ env }: Io) => env.GATECHECK_BASE_URL || EXAMPLE,
    read: readBaseUrl,
  },
  profile: {
    text: 'Profile: smoke (1 job), standard (about 12 jobs) or full (about 60 jobs)',
    defaultOf: () => 'smoke',
    read: OPTIONS.profile.read,
  },
  ci: {
    text: 'CI system: github, gitlab, jenkins or none',
    defaultOf: () => 'github',
    read: choice('<name>', CI_NAMES).read,
  },
}

export async function init(io: Io, { yes = false, force = false, ...given }: Flags): Promise<void> {
  if (given.baseUrl !== undefined) readBaseUrl(given.baseUrl)
  const { profile, ci: name, ...answers } = await answersTo(io, given, yes)
  const baseUrl = readBaseUrl(answers.baseUrl)
  const ci = name === 'none' ? undefined : CI_FILES[name]
  const [existingConfig] = configFiles()
  const files = writtenTo(() => writeSetup({ baseUrl, profile, ci }, existingConfig, force))
  const kept = files.filter(({ did }) => did === 'kept').map(({ path }) => path)
  const lines = files.map(({ path, did }) => `${did.padEnd(8)}  ${path}`)
  if (kept.length > 0 && !force) lines.push('', 'Kept files are unchanged; --force replaces them.')
  if (ci && kept.includes(ci.path)) lines.push(`To run gatecheck in CI, add this to ${ci.path}:`, '', ci.text.trimEnd())
  const isExample = baseUrl === EXAMPLE && !kept.includes(CONFIG_FILE)
  lines.push('', 'Next:', ...stepsAfter(isExample, ci))
  io.stdout.write(`${lines.join('\n')}\n`)
}

function stepsAfter(isExample: boolean, ci: CiFile | undefined): string[] {
  const why = ci && whyNotInstalled()
  return [
    ...(isExample ? [`Enter the base URL of your server in ${CONFIG_FILE}.`] : []),
    'Show what a run costs at most: npx gatecheck plan',
    'Test the server: GATECHECK_KEY=cl_… npx gatecheck run',
    ...(ci ? [ci.secret] : []),
    ...(why ? [`${why}. Commit its tarball and run: npm install --save-dev ./gatecheck-${SUITE.version}.tgz`] : []),
    ...(ci ? ['Commit these files, package.json and package-lock.json.'] : []),
  ].map((step, at) => `  ${at + 1}. ${step}`)
}

/** Asks on a terminal for values without a flag. */
async function answersTo(io: Io, given: Answers, yes: boolean): Promise<Required<Answers>> {
  const { stdin, stdout } = io
  const answers = Object.fromEntries(
    Object.entries(QUESTIONS).map(([name, { defaultOf }]) => [name, defaultOf(io)]),
  ) as Required<Answers>
  Object.assign(answers, given)
  if (yes || !stdin?.isTTY || !stdout.isTTY) return answers
  const terminal = createInterface({ input: stdin })
  const lines = terminal[Symbol.asyncIterator]()
  try {
    for (const [name, { text, read }] of Object.entries(QUESTIONS)) {
      if (name in given) continue
      const byDefault = answers[name as keyof Answers]
      let answer: unknown
      while (answer === undefined) {
        stdout.write(`${text}\n  (${byDefault}) `)
        const { value, done } = await lines.next()
        if (done) throw new UsageError('the input ended, so nothing was written. Without questions: --yes')
        answer = readOr(() => read(value.trim() || byDefault), stdout)
      }
      Object.assign(answers, { [name]: answer })
    }
  } finally {
    terminal.close()
  }
  stdout.write('\n')
  return answers
}

/** Prints why an answer is invalid. */
function readOr<Answer>(read: () => Answer, stdout: Io['stdout']): Answer | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof InvalidValue)) throw error
    stdout.write(`  ${error.message}\n`)
    return undefined
  }
}

function readBaseUrl(text: string): string {
  if (keyless(text) !== text)
    throw new UsageError('The base URL contains an API key. Leave it out: keys come from GATECHECK_KEY.')
  return targetOf(text).baseUrl
}

function writtenTo(write: () => FileOfSetup[]): FileOfSetup[] {
  try {
    return write()
  } catch (error) {
    throw new UsageError(`a file cannot be written in this folder: ${(error as Error).message}`)
  }
}
