import type { FilesNamed, Wishes } from '../../engine/config/configuration.ts'
import { FILES_TO_TRUST_AND_SHOW } from '../../engine/config/network-names.ts'
import { fieldOf, type OptionValues, recordedOptions } from '../../engine/config/options.ts'
import { readExpected } from '../../engine/expected/file.ts'
import { waiversFrom } from '../../reporters/outcome/waivers.ts'
import { SUITES } from '../../suites/index.ts'

/** The part of the options that belongs to the configuration of a run. */
export function wishesOf(options: OptionValues): Wishes {
  const given = recordedOptions().flatMap(([name, option]) => {
    const value = name === 'waive' ? options.waive && waiversFrom(options.waive, SUITES) : options[name]
    return value === undefined ? [] : [[fieldOf(name, option), value]]
  })
  const expected = options.expected === undefined ? undefined : readExpected(options.expected)
  return { ...Object.fromEntries(given), ...(expected && { expected }) }
}

export const filesNamed = (options: FilesNamed): FilesNamed =>
  Object.fromEntries(
    FILES_TO_TRUST_AND_SHOW.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  )
