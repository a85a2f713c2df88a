import { around } from '../../service/interface/behaviour.ts'
import { isJson } from '../../service/interface/world.ts'
import type { Layer } from '../../service/layers.ts'

/** Valid JSON that Pact's verifier, written in Rust, cannot parse. */
export const UNPARSED = {
  'a number that no double holds': '"big":1e400',
  'half a character': '"text":"\\ud800"',
  'lists a hundred and thirty levels deep': `"deep":${'['.repeat(130)}${']'.repeat(130)}`,
}

/** Adds the member to all job records. */
export function recordsHold(member: string): Layer {
  return {
    name: 'records hold what is hard to read',
    patch: (behaviour) =>
      around(behaviour, 'finish', async (next, answer, incoming, context) => {
        const finished = await next(answer, incoming, context)
        if (context.operation !== 'GET /videos/{id}' || finished.status !== 200 || !isJson(finished)) return finished
        return { ...finished, bytes: Buffer.from(JSON.stringify(finished.body).replace('{', () => `{${member},`)) }
      }),
  }
}
