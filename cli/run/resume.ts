import { join } from 'node:path'
import { FILES_TO_TRUST_AND_SHOW, flagOf } from '../../engine/config/network-names.ts'
import type { OptionValues } from '../../engine/config/options.ts'
import { UsageError } from '../../engine/config/target.ts'
import { HISTORY_FILE } from '../../engine/run/folder/files.ts'
import type { BrokenOff } from '../../engine/run/resume/resumed-run.ts'
import { brokenOffIn, refuseAnother, refuseToGoOn, withFilesAnew } from '../../engine/run/resume/resumed-run.ts'
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
  const brokenOff = brokenOffIn(dir)
  refuseToGoOn(dir, brokenOff)
  const { configuration, target } = withFilesAnew(`--resume ${dir}`, brokenOff.began, filesNamed(flags))
  const recorded = { place: dir, baseUrl: target.baseUrl, prints: brokenOff.began.prints }
  const situation = await situationOf(io, flags, { recorded })
  const { provision, options } = situation
  const notes = [...refuseAnother(dir, brokenOff, provision), ...notesOn(dir, brokenOff)]
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

const notesOn = (dir: string, { damaged, cutOff }: BrokenOff) =>
  damageInWords(join(dir, HISTORY_FILE), { damaged, cutOff, isReadBeside: true })
