import type { Configuration } from '../../engine/config/configuration.ts'
import type { Exchange, Wrong } from '../../engine/history/entry/exchange.ts'
import { mayPass, shownCodes } from '../../engine/history/reading/facts.ts'
import { fieldsSent, parseJson, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import { list, receivedInWords } from '../../engine/history/reading/words.ts'
import { type Check, type Evidence, type Experiment, experiment, type Facts } from '../../engine/judge/check.ts'
import { isNotAccepted } from '../../engine/judge/expectations.ts'
import { oneAnswerRule } from '../../engine/judge/one-answer-rule.ts'
import { isAboutMoney, judgeProbes } from '../../engine/judge/probes.ts'
import type { Control } from '../../engine/run/controls.ts'
import type { Driver } from '../../engine/run/driver.ts'
import type { PlanInput } from '../../engine/run/phase.ts'
import { fitsUnexpected } from '../../engine/run/planning/fits.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'
import { judgeBodyText } from '../../spec/oracle.ts'
import { FIELDS } from '../../spec/words.ts'
import { type Defect, MUST_BE_REFUSED, SHOULD_BE_REFUSED } from '../inputs/bodies/defects.ts'
import type { Fields } from '../inputs/bodies/valid-values.ts'
import { labelled, MANNERS, type Manner } from '../inputs/requests.ts'
import { isHostile, probesTheBody } from '../probed.ts'

/** Valid fields next to a bad one: a server may check a field only if another is absent, or present. */
const OTHER_FIELDS: Fields = {
  resolution: FIELDS.resolution.default,
  duration: FIELDS.duration.least,
  fps: FIELDS.fps.default,
  ratio: FIELDS.ratio.default,
  bit_depth: 8,
}

/** A lack of credits or permissions refuses everything and says nothing about the body. */
function judgeRefusals(evidence: Evidence) {
  const beside = evidence.exchanges.filter(isAboutMoney)
  const others = evidence.exchanges.filter((each) => !beside.includes(each))
  const gaps = beside.map((each) => ({
    kind: 'gap' as const,
    by: each.purpose.by,
    case: each.purpose.case ?? '',
    why: `returned ${statusOf(each)}: the account may lack credits or permissions`,
  }))
  return judgeProbes({ ...evidence, exchanges: others, gaps: [...evidence.gaps, ...gaps] }, isNotAccepted)
}

/** Each defect without optional fields, and with all others; in full also as accepted, and with each field alone. */
function otherFieldSets(full: boolean): (Fields | 'nothing optional')[] {
  const each = Object.entries(OTHER_FIELDS).map(([name, value]) => ({ [name]: value }))
  return ['nothing optional', OTHER_FIELDS, ...(full ? [{}, ...each] : [])]
}

type OtherFields = Fields | 'nothing optional' | 'an image instead'

/** For each clause, a few defects show whether jobs from an image are checked differently, or not at all. */
const FEW_FROM_AN_IMAGE = 5

/** Defects outside prompt and image, in a job made from an image. */
function fromAnImage(defects: readonly Defect[], accepted: Fields, image_url: string | undefined): BadBody[] {
  if (image_url === undefined) return []
  const { prompt: _, ...others } = accepted
  return defects.flatMap((defect) => {
    const made = defect.of({ ...others, image_url })
    const body = typeof made === 'string' ? made : JSON.stringify(made)
    // With an image, some of them are valid.
    const { verdict, orJobFails } = judgeBodyText(body, { aliases: [String(accepted.model)], images: [image_url] })
    return verdict === 'refuse' && !orJobFails ? [{ defect, otherFields: 'an image instead' as const, body }] : []
  })
}

function bodyOf(defect: Defect, accepted: Fields, otherFields: Fields | 'nothing optional'): string {
  const { model, prompt } = accepted
  const made = defect.of(otherFields === 'nothing optional' ? { model, prompt } : { ...otherFields, ...accepted })
  return typeof made === 'string' ? made : JSON.stringify(made)
}

type Means = Pick<Configuration, 'profile' | 'imageUrl'>

type BadBody = { defect: Defect; otherFields: OtherFields; body: string }

/** Each defect with each set of other fields, without duplicates. */
function badBodies(defects: readonly Defect[], accepted: Fields, { profile, imageUrl }: Means): BadBody[] {
  const few = profile === 'smoke'
  const all = (few ? (['nothing optional'] as const) : otherFieldSets(profile === 'full')).flatMap((otherFields) =>
    (few ? defects.slice(0, 1) : defects).map((defect) => ({
      defect,
      otherFields,
      body: bodyOf(defect, accepted, otherFields),
    })),
  )
  const others = few
    ? []
    : fromAnImage(profile === 'full' ? defects : defects.slice(0, FEW_FROM_AN_IMAGE), accepted, imageUrl)
  return [
    ...new Map(
      [...all, ...others].toReversed().map((each) => [`${each.defect.contentType} ${each.body}`, each]),
    ).values(),
  ].reverse()
}

/** The plainest body has a duration, unless the server refuses that. Cached, because plans need it repeatedly. */
function mostBodiesOf(defects: readonly Defect[]): (input: PlanInput) => number {
  const plain = { model: 'a model', prompt: 'a prompt' }
  const accepted = [plain, { ...plain, duration: FIELDS.duration.least }]
  const known = new Map<string, string[][]>()
  const bodiesOf = (fields: Fields, means: Means) => [
    ...badBodies(defects, fields, means).map(({ body }) => body),
    ...(means.profile === 'smoke' ? [] : inManners(defects, fields).map(({ body }) => body)),
  ]
  return (input) => {
    const { configuration } = input
    const key = `${configuration.profile} ${configuration.imageUrl}`
    const all = known.get(key) ?? accepted.map((fields) => bodiesOf(fields, configuration))
    known.set(key, all)
    const fits = fitsUnexpected(input)
    return Math.max(...all.map((bodies) => bodies.filter(fits).length))
  }
}

/** An accepted bad body costs a job and shows the fault, so the first one ends the attempts. */
async function driveRefusals(drive: Driver, defects: readonly Defect[]): Promise<void> {
  const twin = await drive.control('POST /videos')
  const accepted = acceptedFields(twin)
  const { profile } = drive.configuration
  for (const { defect, otherFields, body } of drive.asTimeAllows(badBodies(defects, accepted, drive.configuration))) {
    // The clause needs each defect alone; the same with other fields is optional.
    if (otherFields !== 'nothing optional' && !drive.hasTimeToSpare()) break
    if (isListedAfterAll(drive, defect, body)) continue
    const beside = inWords(otherFields)
    const { contentType, what } = defect
    const request = contentType === undefined ? twin.request : labelled(twin.request, contentType)
    const wrong: Wrong[] = contentType === undefined ? ['body'] : ['body', 'manner']
    const answer = await drive.withinLimits(what + beside, () =>
      drive.probe(what + beside, twin, { ...request, body }, { wrong }),
    )
    if (succeeded(answer)) return
  }
  if (profile === 'smoke') return
  if (!(await isTakenInSomeManner(drive, twin, defects, accepted)))
    await drive.repeatControl(await drive.control('GET /models'))
}

/** Sends a body with a defect in each manner. */
async function isTakenInSomeManner(
  drive: Driver,
  twin: Control,
  defects: readonly Defect[],
  accepted: Fields,
): Promise<boolean> {
  for (const { defect, body, what, of } of inManners(defects, accepted)) {
    if (!drive.hasTimeToSpare()) return false
    if (isListedAfterAll(drive, defect, body)) continue
    const request = of({ ...twin.request, body })
    const answer = await drive.withinLimits(`${defect.what}, ${what}`, () =>
      drive.probe(`${defect.what}, ${what}`, twin, request, { wrong: ['body', 'manner'] }),
    )
    if (succeeded(answer)) return true
  }
  return false
}

function inManners(defects: readonly Defect[], accepted: Fields): (Manner & { defect: Defect; body: string })[] {
  const inJson = defects.filter(({ contentType }) => contentType === undefined)
  return MANNERS.flatMap((manner, turn) => {
    const defect = inJson[turn % inJson.length]
    return defect ? [{ ...manner, defect, body: bodyOf(defect, accepted, {}) }] : []
  })
}

/** A made-up alias may happen to be listed. */
function isListedAfterAll(drive: Driver, defect: Defect, body: string): boolean {
  if (defect.breaks !== 'submission.model-listed') return false
  const { model } = (parseJson(body)?.value ?? {}) as Fields
  return drive.dialect.models?.aliases.includes(model as string) === true
}

function inWords(otherFields: OtherFields): string {
  if (otherFields === 'nothing optional') return ' alone'
  if (otherFields === 'an image instead') return ' with an image instead of a prompt'
  const names = Object.keys(otherFields)
  return names.length > 0 ? ` with ${names.join(', ')}` : ''
}

function acceptedFields({ request }: Control): Fields {
  return fieldsSent(request)
}

function refusal(id: ClauseId, defects: readonly Defect[]): Experiment {
  const mostBodies = mostBodiesOf(defects)
  return experiment({
    id,
    clause: id,
    suite: 'submission',
    from: clause(id).level === 'must' ? 'smoke' : 'standard',
    title: 'rejects predefined invalid bodies',
    max: (input) => ({ requests: mostBodies(input) + (input.configuration.profile === 'smoke' ? 0 : 1) }),
    drive: (drive) => driveRefusals(drive, defects),
    judge: judgeRefusals,
  })
}

const byClause = Map.groupBy([...MUST_BE_REFUSED, ...SHOULD_BE_REFUSED], (defect) => defect.breaks)

export const refusals: Experiment[] = [...byClause].map(([id, defects]) => refusal(id, defects))

const OTHER_MEANINGS = [401, 404]

const isSubmitted = ({ purpose }: Exchange) => purpose.opinion !== undefined
const speaksOfTheBody = (exchange: Exchange) => [400, 422].includes(statusOf(exchange) ?? 0)

/** A body that was refused for its content, or got no response. 402 and 403 concern credits and permissions, 429 capacity. */
function refusedBody(exchange: Exchange, { keyring, isGood, isOneServer }: Facts): boolean {
  const { request, answer, failure } = exchange
  const key = keyOf(request)
  // An observed key may have been valid only at another time.
  const isRefusedItself = key !== undefined && !(keyring.isGood(key) ?? (isGood(key) && statusOf(exchange) !== 401))
  if (isRefusedItself) return false
  // The aliases may be unknown in recorded traffic: then 400 and 422 count as refusals of the body.
  const isOfItsBody = probesTheBody(exchange) || (!isOneServer && isSubmitted(exchange) && speaksOfTheBody(exchange))
  if (request.method !== 'POST' || !isOfItsBody || isHostile(exchange)) return false
  if (!answer) return failure?.kind === 'reset' || failure?.kind === 'malformed' || failure?.kind === 'timeout'
  return answer.status >= 300 && ![402, 403, 429].includes(answer.status)
}

/** An invalid key is refused regardless of the body. */
function confirms(exchange: Exchange, refused: Exchange, { keyring, isGood }: Facts): boolean {
  const [one, other] = [keyOf(exchange.request), keyOf(refused.request)]
  // The recorder dropped all keys: then an accepted request to the same path counts.
  if (exchange.purpose.keyLeftOut && refused.purpose.keyLeftOut)
    return exchange.request.path === refused.request.path && succeeded(exchange)
  if (one === undefined || other === undefined || !isGood(one) || !succeeded(exchange)) return false
  return keyring.areOfOneAccount(one, other) === true
}

const with4xx = oneAnswerRule({
  id: 'submission.refused-with-4xx',
  clause: 'submission.refused-with-4xx',
  suite: 'submission',
  title: 'refuses an invalid body with a 4xx that has no other meaning',
  unseen: 'no invalid body was refused',
  confirms,
  inspect(exchange, facts) {
    if (!refusedBody(exchange, facts) || mayPass(exchange)) return undefined
    const status = statusOf(exchange) ?? 0
    if (status >= 400 && status < 500 && !OTHER_MEANINGS.includes(status)) return 'kept'
    return { expected: `a 4xx other than ${list(OTHER_MEANINGS.map(String))}`, received: receivedInWords(exchange) }
  },
})

const withTheWord = oneAnswerRule({
  id: 'codes.invalid-request',
  clause: 'codes.invalid-request',
  suite: 'submission',
  title: 'uses no other error code than invalid_request when it refuses a body',
  unseen: 'no refusal of an invalid body had one of the four error codes',
  confirms,
  inspect(exchange, facts) {
    if (!refusedBody(exchange, facts) || mayPass(exchange)) return undefined
    const codes = shownCodes(exchange).map((each) => each.code)
    if (codes.length === 0) return undefined
    return codes.includes('invalid_request')
      ? 'kept'
      : { expected: 'code invalid_request', received: `code ${list(codes)}` }
  },
})

export const howRefused: Check[] = [with4xx, withTheWord]
