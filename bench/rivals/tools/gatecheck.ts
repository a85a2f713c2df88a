import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Profile } from '../../../engine/config/configuration.ts'
import { SUITE } from '../../../engine/config/version.ts'
import { KEY_VARIABLES } from '../../../engine/run/provision.ts'
import type { Report } from '../../../reporters/outcome/report.ts'
import { NoResult, type Rival } from '../rival.ts'
import { finish } from './child.ts'

const BIN = fileURLToPath(new URL('../../../cli/bin.js', import.meta.url))

/** Called like a user of a local server would, independent of the fault. */
export function gatecheck(profile: Profile): Rival {
  return {
    name: `gatecheck, ${profile}`,
    prepare: async () => SUITE.version,
    async failures({ baseUrl, keys, imageUrl, failingPrompt, seed, folder }) {
      const env = Object.fromEntries(
        Object.entries(KEY_VARIABLES).map(([name, variable]) => [
          variable,
          keys[name as keyof typeof KEY_VARIABLES] ?? '',
        ]),
      )
      const args = [
        ...['run', '--base-url', baseUrl, '--profile', profile, '--seed', String(seed), '--quiet', '--out', 'out'],
        ...['--poll-interval', '3ms', '--burst', '8', '--deadline', '60s'],
      ]
      const { out, err } = await finish(process.execPath, [BIN, ...args], {
        cwd: folder,
        env: { ...env, GATECHECK_IMAGE_URL: imageUrl ?? '', GATECHECK_FAILING_PROMPT: failingPrompt ?? '' },
      })
      const report = await readFile(join(folder, 'out', 'report.json'), 'utf8').catch(() => {
        throw new NoResult(`no report: ${(err || out).trim().split('\n').at(-1)}`)
      })
      return (JSON.parse(report) as Report).clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
    },
  }
}
