import { readOptions } from '../engine/config/read-options.ts'
import { UsageError } from '../engine/config/target.ts'
import { outputOf, type Settled, settled, type WishedRun } from './server.ts'

/** Without a server in the options, the one that "gatecheck run" would test, but never the reference service. */
export async function settledForTests(asked: WishedRun): Promise<Settled> {
  const { baseUrl, keys, imageUrl, failingPrompt, env, embedded, ...choices } = asked
  if (baseUrl || embedded || env) return settled(asked)
  if (keys || imageUrl || failingPrompt) return settled({ ...asked, env: process.env })
  const { situationOf } = await import('../cli/options/situation.ts')
  const { options, wishes, provision, local, close } = await situationOf(process, readOptions(choices, 'options'), {
    expected: 'read',
  })
  if (!local) return { wishes, provision, local, close, output: outputOf(options) }
  await close()
  throw new UsageError(
    'conformance: no server: set GATECHECK_BASE_URL and GATECHECK_KEY, or baseUrl and keys, or embedded: true',
  )
}
