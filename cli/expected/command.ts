import { OPTIONS } from '../../engine/config/options.ts'
import { flag, text } from '../../engine/config/values.ts'
import { EXPECTED_FILE } from '../../engine/expected/file.ts'
import type { CommandEntry } from '../options/command.ts'

export const EXPECTED: CommandEntry = {
  name: 'expected',
  about: 'maintain the list of known failures that "run --write-expected" wrote',
  commands: [
    {
      name: 'upgrade',
      about: 'list failures that only the checks of a newer gatecheck version find, offline',
      arguments: [['[dir]', `folder of a recorded run (default: ${OPTIONS.out.default})`]],
      options: {
        expected: { ...text('<file>'), help: 'list of known failures', preset: EXPECTED_FILE },
        write: { ...flag, help: 'add them to the list, and the new checks' },
      },
      after: `
A check that is newer than the list fails no run: reports mark its failures as new in this version. This command judges the
recorded run again with this version and prints the lines to add. Once the new checks are on the list, their failures count.`,
      load: async () => (await import('./upgrade.ts')).upgrade,
    },
  ],
}
