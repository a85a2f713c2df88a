import { join } from 'node:path'
import { FILES_TO_TRUST_AND_SHOW, flagOf } from '../../engine/config/network-names.ts'
import { UsageError } from '../../engine/config/target.ts'
import { HISTORY_FILE } from '../../engine/run/folder/files.ts'
import { damageInWords } from '../../reporters/recorded/damage.ts'
import type { BrokenOff } from '../../runs/resumed-run.ts'
import { brokenOffIn, refuseAnother, refuseToGoOn, withFilesAnew } from '../../runs/resumed-run.ts'
import type { Io } from '../io.ts'
import { situationOf } from '../options/situation.ts'
import { filesNamed, type TargetOptions } from '../options/target-options.ts'
import { type Performed, perform } from './perform.ts'

/** What may be said anew of a run that goes on; all else was said when it began. */
const MAY_BE_SAID: readonly string[] = [
  ...['baseUrl', 'env', 'config', 'redact', 'report', 'junitWarnings', 'verbose', 'quiet'],
  ...FILES_TO_TRUST_AND_SHOW,
]

/** A run that broke off goes on in its folder, with what it was told when it began. */
export async function goOn(io: Io, dir: string, flags: TargetOptions): Promise<Performed> {
  const [said] = Object.keys(flags).filter((name) => !MAY_BE_SAID.includes(name))
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
