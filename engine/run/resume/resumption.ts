import type { FilesNamed } from '../../config/configuration.ts'
import { FILES_TO_TRUST_AND_SHOW } from '../../config/network-names.ts'
import type { AnsweredBy } from '../../history/entry/answered-by.ts'
import type { Resumed } from '../../history/entry/entries.ts'
import type { Redact } from '../../history/history.ts'
import { readRecorded } from '../../history/recorded.ts'
import type { StoredRecording } from '../../history/recording.ts'
import type { ResumeFrom } from '../../http/client.ts'
import { EarlierAnswers } from '../../http/earlier-answers.ts'
import type { Suite } from '../../judge/check.ts'
import { checksOf } from '../../judge/names.ts'
import { type Earlier, earlierIn } from './earlier.ts'

/** Added to the run clock, because earlier responses are not fresh. The length of the interruption is unknown. */
const INTERRUPTION_MS = 2000

/** An interrupted run that continues in its file. */
export type Resumption = { earlier: Earlier; recording: StoredRecording }

export function resumptionOf(path: string, suites: readonly Suite[]): Resumption {
  const { recording } = readRecorded(path)
  const phases = checksOf(suites).flatMap((check) => check.phases)
  return { recording, earlier: earlierIn(recording, new Map(phases.map((phase) => [phase.name, phase]))) }
}

export function resumedWith({ earlier }: Resumption, now: FilesNamed): Resumed {
  const then = earlier.began.configuration
  const changed = FILES_TO_TRUST_AND_SHOW.filter((name) => now[name] !== then[name])
  return {
    kind: 'resumed',
    at: earlier.lastAt + INTERRUPTION_MS,
    startedAt: new Date().toISOString(),
    abandoned: [...earlier.interrupted],
    ...(changed.length > 0 && { files: Object.fromEntries(changed.map((name) => [name, now[name]])) }),
  }
}

/** State of the client before the interruption. */
export function goingOn({ earlier, recording }: Resumption, redact: Redact): ResumeFrom {
  const answeredBy: AnsweredBy[] = []
  for (const entry of recording) {
    if (entry.kind !== 'reached by') continue
    const { kind: _, ...way } = entry
    answeredBy.push(way)
  }
  return {
    earlier: new EarlierAnswers(earlier, recording, redact),
    at: earlier.lastAt + INTERRUPTION_MS,
    ...earlier.last,
    downloaded: earlier.spent.downloaded,
    answeredBy,
  }
}
