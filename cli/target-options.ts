import { type Command, Option } from 'commander'
import type { Wishes } from '../runner/settings/configuration.ts'
import { RESOLUTIONS } from '../spec/words.ts'
import * as values from './values.ts'

/** What `run` and `plan` have in common. */
export type TargetOptions = {
  baseUrl?: string
  env?: string
  config?: string
  profile?: Wishes['profile']
  only?: string[]
  strict?: boolean
  waive?: string[]
  complete?: boolean
  pollInterval?: number
  model?: string
  maxResolution?: string
  maxDuration?: number
  maxJobs?: number
  maxVideoSeconds?: number
  maxRequests?: number
  rate?: number
  deadline?: number
  burst?: number
  generate?: number
  seed?: number
  out?: string
  report?: string[]
  quiet?: boolean
}

export function addTargetOptions(command: Command): Command {
  return command
    .option('--base-url <url>', 'the server to test; it ends with the version (also GATECHECK_BASE_URL)')
    .option('--env <file>', 'read keys and the like from this file, as NAME=value lines')
    .option('--config <file>', 'options from this file (gatecheck.config.ts or .json are found by themselves)')
    .option(
      '--profile <name>',
      'smoke (1 job), standard (8) or full (about 60, and each way of asking); default: standard, full for the embedded service',
      values.profile,
    )
    .option('--only <pattern>', 'a suite, clause or check, * for any characters; repeatable', values.repeated)
    .option('--strict', 'a broken should clause fails the run, too')
    .option(
      '--waive <clause=reason>',
      'put up with a known failure; fails the run once the clause holds; repeatable',
      values.repeated,
    )
    .option('--complete', 'a must clause that is not judged is no verdict (exit 2)')
    .option(
      '--poll-interval <time>',
      'between two polls of a job (default: 3s; 20ms for the embedded service)',
      values.duration,
    )
    .option('--model <alias>', 'the model to submit with (default: the first that is listed)')
    .addOption(new Option('--max-resolution <word>', 'what the account may ask for at most').choices(RESOLUTIONS))
    .option('--max-duration <seconds>', 'what the account may ask for at most', values.positiveNumber)
    .option(
      '--max-jobs <n>',
      'accept no more jobs than this; a probe needs room, too, since a broken server may accept it',
      values.wholeNumber(0),
    )
    .option('--max-video-seconds <n>', 'ask for no more video than this in all', values.positiveNumber)
    .option('--max-requests <n>', 'send no more requests than this', values.wholeNumber(1))
    .option('--rate <n>', 'send no more requests a second than this', values.positiveNumber)
    .option('--deadline <time>', 'end the run after this time (default: 10m)', values.duration)
    .option('--burst <n>', 'leave to submit up to n jobs at once, to meet a 429', values.wholeNumber(0))
    .option(
      '--generate <n>',
      'so many bodies with one thing wrong (default: 320 in standard, 2000 in full); each is free while it is refused',
      values.wholeNumber(0),
    )
    .option('--seed <n>', 'what is drawn by chance depends on it alone', values.wholeNumber(0))
}
