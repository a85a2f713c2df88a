import { once } from 'node:events'
import { join } from 'node:path'
import { start } from './children.ts'
import type { Installed } from './install.ts'

/** The server for all tests, and the variables that users export. */
export async function served({ path }: Installed, node: string) {
  const child = start(join(path, 'node_modules', '.bin', 'gatecheck'), ['serve', '--json'], {
    cwd: path,
    node,
  })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  const { baseUrl, keys, imageUrl, failingPrompt, control } = JSON.parse(line.toString())
  return {
    control: control as string,
    env: {
      GATECHECK_BASE_URL: baseUrl,
      GATECHECK_KEY: keys.key,
      GATECHECK_SAME_ACCOUNT_KEY: keys.sameAccount,
      GATECHECK_OTHER_ACCOUNT_KEY: keys.otherAccount,
      GATECHECK_REVOKED_KEY: keys.revoked,
      GATECHECK_IMAGE_URL: imageUrl,
      GATECHECK_FAILING_PROMPT: failingPrompt,
      GATECHECK_CONTROL: `${control}/control`,
      STAGING_URL: baseUrl,
      STAGING_KEY: keys.key,
    } as Record<string, string>,
    async close() {
      const closed = once(child, 'close')
      child.kill('SIGTERM')
      await closed
    },
  }
}
