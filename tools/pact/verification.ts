import type { Gap, ToolFinding } from '../../engine/history/entry/entries.ts'
import { partsOf } from '../../engine/pact/conformance/parts.ts'
import type { PactFile } from '../../engine/pact/file/pact-file.ts'
import type { Run } from '../../reporters/outcome/run.ts'
import type { InteractionTold, Verification } from '../../reporters/pact/verification.ts'
import { clause } from '../../spec/clauses.ts'
import { VERIFICATION } from '../../suites/client-pacts/index.ts'
import { casesIn } from '../../suites/client-pacts/verification.ts'

/** The result of each interaction of the contracts in a run. */
export function verificationOf({ report, entries }: Run, files: readonly PactFile[]): Verification {
  const own = [...entries].filter((entry) => 'by' in entry && entry.by === VERIFICATION)
  const findings = own.filter((entry): entry is ToolFinding => entry.kind === 'finding')
  const gaps = own.filter((entry): entry is Gap => entry.kind === 'gap')
  const interactions = casesIn(files).map(({ name, file, interaction }): InteractionTold => {
    const found = findings.filter((each) => each.case === name)
    return {
      name,
      file: file.name,
      pointer: interaction.pointer,
      ...toldOf(
        found,
        gaps.find((each) => each.case === name),
        report.reason,
      ),
      evidence: found[0]?.evidence ?? [],
      unpromised: partsOf(interaction).filter(({ standing }) => standing !== 'promised'),
    }
  })
  return { verdict: report.verdict, ...(report.target.insecure && { insecure: true }), interactions }
}

type Told = Pick<InteractionTold, 'standing' | 'level' | 'clauses' | 'reason' | 'mismatches'>

function toldOf(found: readonly ToolFinding[], gap: Gap | undefined, reason: string | undefined): Told {
  const none = { clauses: [], mismatches: [] }
  if (gap) return { ...none, standing: 'pending', reason: gap.why }
  if (found.length === 0)
    return { ...none, standing: 'undecided', reason: reason ?? 'the run ended before it was sent' }
  const missed = found.filter(({ mismatches }) => mismatches.length > 0)
  if (missed.length === 0) return { ...none, standing: 'kept' }
  const decided = missed.filter(({ doubt }) => doubt === undefined)
  const { doubt, mismatches } = decided[0] ?? missed[0]!
  if (doubt !== undefined) return { ...none, standing: 'undecided', reason: doubt, mismatches }
  const broken = decided.flatMap((each) => (each.clause === undefined ? [] : [each.clause]))
  if (broken.length === 0) return { ...none, standing: 'relies', mismatches }
  const level = broken.some((id) => clause(id).level === 'must') ? 'must' : 'should'
  return { standing: 'broken', level, clauses: broken, mismatches }
}
