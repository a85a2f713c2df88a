import type { Wishes } from '../../engine/config/configuration.ts'
import type { Gap, ToolFinding } from '../../engine/history/entry/entries.ts'
import { type PactFile, pactFileIn } from '../../engine/pact/file/pact-file.ts'
import { prepare, runPrepared } from '../../engine/run/run.ts'
import type { Embedded } from '../../fixtures/embedded.ts'
import { reported } from '../../reporters/outcome/run.ts'
import { sentIn } from '../whole-runs/sent-for-tests.ts'
import { CLIENT_PACTS, clientPacts, VERIFICATION } from './index.ts'

type Asked = Wishes & { without?: ('B' | 'R' | 'image' | 'failing')[] }

/** Verifies contracts against an in-process server. */
export async function verified(
  server: Promise<Embedded>,
  files: readonly PactFile[],
  { without = [], ...wishes }: Asked = {},
) {
  const { provision, close } = await server
  const { keys, imageUrl, failingPrompt, baseUrl } = provision
  const kept = Object.fromEntries(Object.entries(keys).filter(([name]) => !(without as string[]).includes(name)))
  try {
    const suites = [clientPacts(files)]
    const prepared = prepare({
      provision: {
        baseUrl,
        keys: kept as typeof keys,
        ...(!without.includes('image') && imageUrl !== undefined && { imageUrl }),
        ...(!without.includes('failing') && failingPrompt !== undefined && { failingPrompt }),
      },
      wishes: { only: [CLIENT_PACTS], pollIntervalMs: 3, settleMs: 50, seed: 1, ...wishes },
      suites,
      local: true,
    })
    const plan = prepared.plan.plan
    const done = reported(await runPrepared(prepared.session(), suites))
    const own = [...done.entries].filter((entry) => 'by' in entry && entry.by === VERIFICATION)
    const findings = own.filter((entry): entry is ToolFinding => entry.kind === 'finding')
    const gaps = own.filter((entry): entry is Gap => entry.kind === 'gap')
    const missed = findings.filter(({ mismatches }) => mismatches.length > 0)
    return {
      ...done,
      plan,
      sent: sentIn(done.entries),
      gaps,
      missed,
      /** Mismatches by violated clause, and those that violate none. */
      broken: [...new Set(missed.flatMap(({ clause }) => clause ?? []))].sort(),
      beyond: missed.filter(({ clause }) => clause === undefined).map((each) => each.case),
    }
  } finally {
    await close()
  }
}

export function contractOf(interactions: object[], version = '3.0.0'): PactFile {
  const file = {
    consumer: { name: 'client' },
    provider: { name: 'videos' },
    interactions,
    metadata: { pactSpecification: { version } },
  }
  return pactFileIn(JSON.stringify(file), 'client.json')
}
