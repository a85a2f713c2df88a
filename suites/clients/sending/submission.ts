import { isRecord, parseJson } from '../../../engine/history/reading/reading.ts'
import { type ClientCheck, clientCheck, type Known } from '../../../engine/judge/clients/check.ts'
import { isAtTheInterface, isSubmission, type Passage } from '../../../engine/judge/clients/passage.ts'
import { hasRecipes } from '../../../engine/keys/recipes.ts'
import type { ClauseId } from '../../../spec/clauses.ts'
import type { ClientClauseId } from '../../../spec/clients/clauses.ts'
import { judgeBodyText, type Opinion } from '../../../spec/oracle.ts'
import { ClientTally } from '../counted/tally.ts'

/** Longer bodies and binary bodies are not judged. */
const LONGEST = 1_000_000

/** What of a body is whose, by the clause that lets a server refuse it. */
const ASKED_BY = {
  'client.submits-a-json-object': ['submission.body-is-an-object'],
  'client.submits-a-listed-model': ['submission.model-required', 'submission.model-listed'],
  'client.submits-a-prompt-or-an-image': ['submission.prompt-or-image-required', 'submission.empty-prompt-refused'],
  'client.submits-an-https-image': ['submission.image-is-public-https'],
  'client.submits-values-in-range': [
    'submission.resolution-listed',
    'submission.duration-in-range',
    'submission.fps-in-range',
    'submission.bit-depth-listed',
    'submission.ratio-form',
    'submission.ratio-parts-positive',
  ],
  'client.submits-the-types-of-the-table': ['submission.types-checked'],
  'client.submits-a-public-image': ['submission.image-host-public'],
} as const satisfies Partial<Record<ClientClauseId, readonly ClauseId[]>>

type OfBodies = keyof typeof ASKED_BY

/** The body of a submission, where it was written down whole. */
export function textSubmitted(passage: Passage): string | undefined {
  if (!isAtTheInterface(passage) || !isSubmission(passage)) return undefined
  const { body, bytes } = passage.exchange.request
  // Not recorded.
  if (body === undefined) return undefined
  return bytes || body.length > LONGEST || hasRecipes(body) ? undefined : body
}

/** Statuses of a refused body. */
const REFUSED: readonly (number | undefined)[] = [400, 404, 409, 422]

/** A list that was seen need not be the whole of it: without another one, a model counts that its own list did not show and that was refused. */
export function opinionOn(body: string, passage: Passage, known: Known): Opinion {
  const before = opinions.get(passage)
  if (before) return before
  const opinion = opinionFor(body, passage, known)
  opinions.set(passage, opinion)
  return opinion
}

/** Several judges ask for the same, when they see it. */
const opinions = new WeakMap<Passage, Opinion>()

function opinionFor(body: string, passage: Passage, { options, listed }: Known): Opinion {
  const { model } = bodyAsRecord(body)
  const mayBeListed = !listed.readBy.has(passage.client) || !REFUSED.includes(passage.status)
  const own = options.aliases === undefined && mayBeListed && typeof model === 'string' ? [model] : []
  const aliases = [...(options.aliases ?? listed.forms.keys()), ...own]
  return judgeBodyText(body, { aliases, ...(options.images && { images: options.images }) })
}

function bodyAsRecord(body: string): Record<string, unknown> {
  const value = parseJson(body)?.value
  return isRecord(value) ? value : {}
}

function judgeOfBodies(clause: OfBodies): ClientCheck {
  const asked: readonly string[] = ASKED_BY[clause]
  return clientCheck({
    clause,
    begin: () => new ClientTally(),
    see(tally, passage, known) {
      const body = textSubmitted(passage)
      if (body === undefined || !speaksOf(clause, body)) return
      tally.tries(passage)
      const broken = opinionOn(body, passage, known).reasons.find(
        ({ verdict, by }) => verdict === 'refuse' && asked.includes(by),
      )
      if (!broken) return
      const { by, field, why } = broken
      tally.breaks({
        fact: { kind: 'body', breaks: by as ClauseId, ...(field !== undefined && { field }), told: why },
        client: passage.client,
        evidence: [passage.n],
      })
    },
    conclude: (tally) => tally.verdict(NOTHING[clause] ?? 'it submitted nothing'),
  })
}

const OF_IMAGES: readonly OfBodies[] = ['client.submits-an-https-image', 'client.submits-a-public-image']
const NOTHING: Partial<Record<OfBodies, string>> = Object.fromEntries(
  OF_IMAGES.map((clause) => [clause, 'it submitted no image']),
)

const speaksOf = (clause: OfBodies, body: string): boolean =>
  !OF_IMAGES.includes(clause) || (bodyAsRecord(body).image_url ?? null) !== null

export const ofBodies: readonly ClientCheck[] = (Object.keys(ASKED_BY) as OfBodies[]).map(judgeOfBodies)
