import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire, flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeNew } from '../writing/write-file.ts'
import type { Question, ToldByVerifier } from './verifier.ts'

/**
 * Pact's verifier in a process of its own: what it prints from native code can be kept from the terminal in no other way,
 * and it gets no environment in which a key could stand.
 */
const besidePact = createRequire(createRequire(import.meta.url).resolve('@pact-foundation/pact'))
const { default: pact } = besidePact('@pact-foundation/pact-core') as typeof import('@pact-foundation/pact-core')

const tell = (told: ToldByVerifier) => process.send?.(told)

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
    // An unsuccessful verification comes as an error whose message is the result.
    return error instanceof Error ? error.message : String(error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

process.on('message', async (question: Question) => {
  const result = await verify(question)
  tell({ ticket: question.ticket, result })
})
process.on('disconnect', () => process.exit())
tell({ ready: true })
// It will be killed, and a process that is killed keeps nothing for the next one.
flushCompileCache()
