import { list } from '../../../../engine/history/reading/words.ts'
import type { ClauseId } from '../../../../spec/clauses.ts'
import { isClauseId } from '../../../../spec/clauses.ts'
import { openapiDocument } from '../../../../spec/openapi/document.ts'
import { SUBMISSION } from '../../../../spec/openapi/submission-schemas.ts'
import { judgeBody, type Opinion } from '../../../../spec/oracle.ts'
import { FIELDS, type FieldName } from '../../../../spec/words.ts'
import { type Refusal, refusalOf } from '../accepts.ts'
import { Document, type Json } from '../document.ts'
import type { DocumentFindings } from '../finding.ts'
import { contentOf, jsonSchemaOf } from '../operations.ts'
import { membersOf, type Schema, variantsOf, wordsOf } from '../variants.ts'
import { type Body, bodiesAbout, bodiesOfAll, IMAGE } from './bodies.ts'

const PLACE = { side: 'law', endpoint: 'POST /videos', part: 'request' } as const

/** Tests the submission schema with bodies whose verdict is known. */
export function submissionAgainstLaw(operation: Json, document: Document, findings: DocumentFindings): void {
  const schema = jsonSchemaOf(contentOf(document.at(operation.requestBody), document))
  if (schema === undefined) {
    findings.add({
      ...{ ...PLACE, kind: 'done, not said', about: 'body', pointer: '', clause: 'submission.body-is-an-object' },
      ...{ expected: 'a JSON object', received: 'no body in JSON' },
      what: 'The document does not describe the JSON body of a submission.',
    })
    return
  }
  const variants = variantsOf([schema], document)
  const isNamed = (name: string) => variants.some(({ members }) => members.has(name))
  const [model = 'an-alias'] = wordsOf(membersOf(variants, ({ members }) => members.get('model'), document)) ?? []
  const names = Object.keys(FIELDS) as FieldName[]
  for (const name of names.filter((each) => !isNamed(each))) unsaid(name, findings)
  const twins = twinsOf(schema, model, document)
  const trial = { schema, model, document, findings }
  for (const { body, pointer, refusal } of twins.refused)
    contradicts(trial, { values: [body], pointer, refusal, opinion: opinionOf(body, model), isWhole: true })
  const [twin] = twins.accepted
  if (!twin) return
  tryAll(trial, bodiesOfAll(model), true)
  for (const name of names) if (isNamed(name)) tryAll(trial, bodiesAbout(name, twins.with(name) ?? twin), false)
}

type Trial = { schema: Schema; model: string; document: Document; findings: DocumentFindings }

const opinionOf = (body: unknown, model: string) => judgeBody(body, { aliases: [model], images: [IMAGE] })

function unsaid(name: FieldName, findings: DocumentFindings): void {
  findings.add({
    ...{ ...PLACE, kind: 'done, not said', about: 'field', pointer: `/${name}`, clause: CLAUSE_OF[name] },
    ...{ expected: 'a field', received: 'nothing' },
    what: `The document does not say that a submission may contain ${name}.`,
  })
}

const CLAUSE_OF: Record<FieldName, ClauseId> = {
  model: 'submission.model-required',
  prompt: 'submission.prompt-or-image-required',
  image_url: 'submission.image-accepted',
  resolution: 'submission.listed-words-accepted',
  duration: 'submission.range-ends-accepted',
  fps: 'submission.range-ends-accepted',
  ratio: 'submission.accepted-with-202',
  bit_depth: 'submission.listed-words-accepted',
}

type Refused = { body: Body; pointer: string; refusal: Refusal }

/** Minimal accepted bodies, plus any fields that the document additionally requires. */
function twinsOf(schema: Schema, model: string, document: Document) {
  const plain: Body[] = [
    { model, prompt: 'A paper boat.' },
    { model, image_url: IMAGE },
  ]
  const defaults = { resolution: '480p', duration: 5, fps: 24, ratio: '16:9', bit_depth: 8 }
  const refused: Refused[] = []
  const accepted: Body[] = []
  for (const body of plain) {
    const refusal = refusalOf(schema, body, document)
    if (refusal) refused.push({ body, pointer: refusal.pointer, refusal })
    const fuller = [body, { ...body, ...defaults }].find((each) => !refusalOf(schema, each, document))
    if (fuller) accepted.push(fuller)
  }
  return { refused, accepted, with: (name: FieldName) => accepted.find((body) => name in body) }
}

type Case = { body: unknown; pointer: string; value: unknown }

/** Findings with the same cause are reported together. */
function tryAll(trial: Trial, cases: readonly Case[], isWhole: boolean): void {
  const { schema, model, document } = trial
  const told = new Map<string, Slip>()
  for (const { body, pointer, value } of cases) {
    const opinion = opinionOf(body, model)
    const refusal = refusalOf(schema, body, document)
    const isAgreed = opinion.verdict === 'accept' ? !refusal : refusal !== undefined
    if (opinion.verdict === 'open' || isAgreed || (opinion.verdict === 'refuse' && !isSaidByTheLaw(body))) continue
    const key = JSON.stringify([pointer, opinion.verdict, clauseOf(opinion)])
    const slip = told.get(key) ?? { values: [], pointer, opinion, isWhole, ...(refusal && { refusal }) }
    slip.values.push(value)
    told.set(key, slip)
  }
  for (const slip of told.values()) (slip.opinion.verdict === 'accept' ? contradicts : says)(trial, slip)
}

let law: Document | undefined

/** Documents are not blamed for rules that a schema cannot, or need not, express. */
function isSaidByTheLaw(body: unknown): boolean {
  law ??= new Document(openapiDocument() as unknown as Json, false)
  return refusalOf({ $ref: `#/components/schemas/${SUBMISSION}` }, body, law) !== undefined
}

type Slip = { values: unknown[]; pointer: string; opinion: Opinion; refusal?: Refusal; isWhole: boolean }

function contradicts({ findings }: Trial, { values, pointer, opinion, refusal, isWhole }: Slip): void {
  const shown = shownOf(values)
  const received = `refused (${refusal?.keyword ?? 'does not match'})`
  const clause = clauseOf(opinion)
  findings.add({
    ...{ ...PLACE, kind: 'contradicts', about: 'accepted', pointer, expected: `${shown} accepted`, received },
    ...{ ...(clause && { clause }), subject: shown },
    what: `The document refuses ${isWhole ? 'the submission' : `${pointer.slice(1)}:`} ${shown} (${[refusal?.pointer, refusal?.keyword].filter(Boolean).join(' ')}); the specification accepts it.`,
  })
}

function says({ findings }: Trial, { values, pointer, opinion, isWhole }: Slip): void {
  const shown = shownOf(values)
  const clause = clauseOf(opinion)
  findings.add({
    ...{
      ...PLACE,
      kind: 'done, not said',
      about: 'refused',
      pointer,
      expected: `${shown} refused`,
      received: 'accepted',
    },
    ...{ ...(clause && { clause }), subject: shown },
    what: `The document does not refuse ${isWhole ? 'the submission' : `${pointer.slice(1)}:`} ${shown}.`,
  })
}

const shownOf = (values: readonly unknown[]) =>
  list(
    values.map((value) => JSON.stringify(value)),
    'or',
  )

/** The clause behind an opinion: that of the verdict, or of the weaker level if that decides. */
function clauseOf({ verdict, level, reasons }: Opinion): ClauseId | undefined {
  const own = reasons.filter((reason) => reason.verdict === verdict && reason.level === level)
  const telling = own.filter(({ field }) => field !== 'model' && field !== 'prompt')
  const by = (telling[0] ?? own[0])?.by
  return by !== undefined && isClauseId(by) ? by : undefined
}
