import { KEY_PREFIX } from '../../../spec/words.ts'
import { isRecord } from '../../history/reading/reading.ts'
import type { PactInteraction } from '../file/pact-file.ts'
import { beyond, type Part } from './part.ts'
import { namesNoAlias, type Question } from './question.ts'

/** Parts of a request that some conforming servers do not answer as expected. */
export function requestParts(interaction: PactInteraction, question: Question): Part[] {
  return [...ofTheKey(interaction, question), ...ofTheAlias(interaction, question)]
}

function ofTheKey({ pointer, request }: PactInteraction, { kind }: Question): Part[] {
  const sent = request.headers.get('authorization')
  if (kind === 'without a good key' || kind === 'with an odd key' || sent === undefined) return []
  if (!sent.startsWith('Bearer ') || sent.startsWith(`Bearer ${KEY_PREFIX}`)) return []
  return [
    beyond(
      `${pointer}/request/headers/Authorization`,
      `the example key does not start with ${KEY_PREFIX}, as every key does`,
      {
        instead: `Bearer ${KEY_PREFIX}…`,
      },
    ),
  ]
}

/** A literal alias exists on one server only. */
function ofTheAlias(interaction: PactInteraction, question: Question): Part[] {
  const { body, generated } = interaction.request
  if (question.kind !== 'submission' || question.opinion.verdict === 'refuse' || !isRecord(body?.value)) return []
  if (typeof body.value.model !== 'string' || namesNoAlias(interaction)) return []
  if (generated.some((place) => /^body \[?'?model\b/.test(place))) return []
  return [
    beyond(`${body.pointer}/model`, 'the alias is exactly this one; the aliases differ between servers', {
      open: 'models.shape',
      instead: `fromProviderState('\${alias}', …), given('an alias is listed')`,
    }),
  ]
}
