import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire, flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeNew } from '../writing/write-file.ts'
import type { Question, VerifierMessage } from './verifier.ts'

/** A separate process: native code of Pact prints to the terminal, and the environment may contain keys. */
const requireOfPact = createRequire(createRequire(import.meta.url).resolve('@pact-foundation/pact'))
const { default: pact } = requireOfPact('@pact-foundation/pact-core') as typeof import('@pact-foundation/pact-core')

const send = (message: VerifierMessage) => process.send?.(message)

async function verify({ contract, baseUrl, statesUrl, timeoutMs }: Question): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-pact-'))
  const path = join(folder, 'contract.json')
  writeNew(path, JSON.stringify(contract))
  try {
    return await pact.verifyPacts({
      providerBaseUrl: baseUrl,
      provider: contract.provider.name,
      pactUrls: [path],
      providerStatesSetupUrl: statesUrl,
      providerStatesSetupBody: true,
      timeout: timeoutMs,
      logLevel: 'error',
    })
  } catch (error) {
    // Pact rejects a failed verification with an error whose message is the result.
    return error instanceof Error ? error.message : String(error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

process.on('message', async (question: Question) => {
  const result = await verify(question)
  send({ ticket: question.ticket, result })
})
process.on('disconnect', () => process.exit())
send({ ready: true })
// Flushed now: a killed process does not write its compile cache.
flushCompileCache()
