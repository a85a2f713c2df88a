import type { ErrorCode } from '../../../spec/words.ts'
import { pathShown } from '../file/asked-path.ts'
import type { PactInteraction } from '../file/pact-file.ts'
import { headerParts } from './headers.ts'
import { partsOfAJob } from './job-record.ts'
import { partsOfAnAcceptance, partsOfAReading, partsOfARefusal } from './other-bodies.ts'
import { beyond, type Expected, type Part } from './part.ts'
import { toldBy } from './provider-states.ts'
import { type Question, questionOf } from './question.ts'
import { requestParts } from './request.ts'
import { statusPart } from './statuses.ts'

/** All expectations of an interaction, each compared with the specification. */
export function partsOf(interaction: PactInteraction): Part[] {
  const question = questionOf(interaction)
  const { pointer, request, response } = interaction
  if (!question)
    return [
      beyond(
        `${pointer}/request/path`,
        `${request.method} ${pathShown(request.path)} is not an endpoint of the specification`,
        { instead: 'one of the six endpoints, or omit the interaction' },
      ),
    ]
  const { body, rules } = response
  return [
    ...requestParts(interaction, question),
    statusPart(interaction, question),
    ...headerParts(interaction, question),
    ...(body ? bodyParts({ ...body, rules }, question, interaction) : []),
  ]
}

function bodyParts(expected: Expected, question: Question, interaction: PactInteraction): Part[] {
  const code = codeOf(question)
  if (code !== 'none') return partsOfARefusal(expected, code)
  if (question.kind === 'poll') return partsOfAJob(expected, toldBy(interaction.states).shows)
  if (question.kind === 'submission') return partsOfAnAcceptance(expected)
  return partsOfAReading(expected, question.endpoint)
}

/** The error code of a refusal: undefined if the case has no code, 'none' if nothing is refused. */
function codeOf(question: Question): ErrorCode | undefined | 'none' {
  switch (question.kind) {
    case 'without a good key':
      return 'unauthorized'
    case 'poll':
      return question.whose === 'own' ? 'none' : 'not_found'
    case 'submission':
      if (question.isRoomless) return 'capacity_exceeded'
      return question.opinion.verdict === 'refuse' ? 'invalid_request' : 'none'
    case 'with an odd key':
      return undefined
    case 'reading':
      return 'none'
  }
}
