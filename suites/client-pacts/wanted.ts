import type { KeyName } from '../../engine/keys/placeholders.ts'
import { toldBy } from '../../engine/pact/conformance/provider-states.ts'
import { type Question, questionOf } from '../../engine/pact/conformance/question.ts'
import type { PactInteraction, ProviderState } from '../../engine/pact/file/pact-file.ts'
import { STATE_OF, STATES } from '../../engine/pact/states.ts'
import { FINAL_STATUSES, type Status } from '../../spec/words.ts'

/** What has to be set up before the request of an interaction. */
export type Wanted =
  | { kind: 'nothing'; key: KeyName | 'as it is' }
  | { kind: 'submission'; isAccepted: boolean; needsImage: boolean; keepsItsModel: boolean }
  | { kind: 'no room' }
  | { kind: 'any job'; key: KeyName | 'as it is' }
  | { kind: 'job in a state'; status: Status | undefined }
  | { kind: 'job of another account' }
  | { kind: 'id that no job has' }

export type Unknown = { kind: 'unknown'; why: string }

/** Words in provider states that can be interpreted. */
const KNOWN =
  /\b(alias|model|image|room|capacity|busy|another account|other account|foreign|revoked|never issued|unknown|no such|not found|no job|exists?|nobody|key|account|authenticated|logged in|credits?|balance|usage|queued|running|succeeded|failed|finished|completed|done|ready|processing|in progress|waiting|pending)\b/i

export function wantedBy(interaction: PactInteraction): Wanted | Unknown {
  const question = questionOf(interaction)
  if (!question)
    return {
      kind: 'unknown',
      why: 'it requests no endpoint of the interface: the specification does not cover the response',
    }
  const strange = interaction.states.find((state) => !KNOWN.test(state.name) && !tellsSomething(state))?.name
  if (strange !== undefined)
    return {
      kind: 'unknown',
      why: `the provider state "${strange}" is unknown: use one of ${NAMES}`,
    }
  return wantedFor(question, interaction)
}

function tellsSomething(state: ProviderState): boolean {
  const { key, whose, room, shows } = toldBy([state])
  return key !== undefined || whose !== undefined || room !== undefined || shows.length > 0
}

const NAMES = [...Object.values(STATE_OF), ...Object.values(STATES)].map((name) => `"${name}"`).join(', ')

function wantedFor(question: Question, interaction: PactInteraction): Wanted {
  switch (question.kind) {
    case 'without a good key':
    case 'with an odd key':
      return { kind: question.endpoint === 'GET /videos/{id}' ? 'any job' : 'nothing', key: keyFor(question) }
    case 'reading':
      return { kind: 'nothing', key: 'A' }
    case 'submission':
      if (question.isRoomless) return { kind: 'no room' }
      return {
        kind: 'submission',
        isAccepted: question.opinion.verdict === 'accept',
        needsImage: question.opinion.reasons.some(({ by }) => by === 'submission.image-accepted'),
        keepsItsModel: question.opinion.reasons.some(({ by }) => by === 'submission.model-listed'),
      }
    case 'poll':
      if (question.whose === 'another account') return { kind: 'job of another account' }
      if (question.whose === 'nobody') return { kind: 'id that no job has' }
      return { kind: 'job in a state', status: toldBy(interaction.states).shows[0] ?? question.shows?.[0] }
  }
}

function keyFor(question: Question): KeyName | 'as it is' {
  if (question.kind !== 'without a good key') return 'as it is'
  if (question.clause === 'auth.unknown-key') return 'U'
  return question.clause === 'auth.revoked-key' ? 'R' : 'as it is'
}

export const isFinal = (status: Status | undefined) => (FINAL_STATUSES as readonly unknown[]).includes(status)
