import { around } from '../../service/interface/behaviour.ts'
import { isJson } from '../../service/interface/world.ts'
import type { Layer } from '../../service/layers.ts'

/** Each is JSON, and Pact's verifier, which is written in Rust, says that it cannot parse it. */
export const UNPARSED = {
  'a number that no double holds': '"big":1e400',
  'half a character': '"text":"\\ud800"',
  'lists a hundred and thirty levels deep': `"deep":${'['.repeat(130)}${']'.repeat(130)}`,
}

/** Records of jobs hold it beside all else. */
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
