import { join } from 'node:path'
import { FILES_TO_TRUST_AND_SHOW, flagOf } from '../../engine/config/network-names.ts'
import type { OptionValues } from '../../engine/config/options.ts'
import { UsageError } from '../../engine/config/target.ts'
import { HISTORY_FILE } from '../../engine/run/folder/files.ts'
import type { Interrupted } from '../../engine/run/resume/resumed-run.ts'
import { interruptedIn, refuseAnother, refuseToResume, withNewFiles } from '../../engine/run/resume/resumed-run.ts'
import { damageInWords } from '../../reporters/recorded/damage.ts'
import type { Io } from '../io.ts'
import { situationOf } from '../options/situation.ts'
import { filesNamed } from '../options/wishes.ts'
import { type Performed, perform } from './perform.ts'

/** Options that --resume accepts; all others come from the interrupted run. */
const ALLOWED: readonly string[] = [
  ...['baseUrl', 'env', 'config', 'redact', 'report', 'junitWarnings', 'verbose', 'quiet'],
  ...FILES_TO_TRUST_AND_SHOW,
]

/** Continues an interrupted run in its folder, with its options. */
export async function resume(io: Io, dir: string, flags: OptionValues): Promise<Performed> {
  const [said] = Object.keys(flags).filter((name) => !ALLOWED.includes(name))
  if (said !== undefined)
    throw new UsageError(`--resume ${dir} uses the options of the interrupted run: leave out ${flagOf(said)}`)
  const interrupted = interruptedIn(dir)
  refuseToResume(dir, interrupted)
  const { configuration, target } = withNewFiles(`--resume ${dir}`, interrupted.began, filesNamed(flags))
  const recorded = { place: dir, baseUrl: target.baseUrl, prints: interrupted.began.prints }
  const situation = await situationOf(io, flags, { recorded })
  const { provision, options } = situation
  const notes = [...refuseAnother(dir, interrupted, provision), ...notesOn(dir, interrupted)]
  const { imageUrl = configuration.imageUrl, failingPrompt = configuration.failingPrompt } = provision
  return perform(io, flags, {
    situation: {
      ...situation,
      options: { ...options, out: dir },
      notes: [...situation.notes, ...notes],
      wishes: configuration,
      provision: { ...provision, ...(imageUrl && { imageUrl }), ...(failingPrompt && { failingPrompt }) },
    },
    goesOn: true,
  })
}

const notesOn = (dir: string, { cutOff }: Interrupted) =>
  damageInWords(join(dir, HISTORY_FILE), { damaged: [], cutOff })
