import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isRecord, jsonOf, parseJson, succeeded, walk, waysInWords } from '../../engine/history/reading/reading.ts'
import { list } from '../../engine/history/reading/words.ts'
import { type Check, rule } from '../../engine/judge/check.ts'
import { fail, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import { BIT_DEPTHS, FIELDS, RESOLUTIONS, STATUSES } from '../../spec/words.ts'
import { isOwnPoll } from '../lifecycle/polls.ts'

type Fields = Record<string, unknown>

const ECHOED = ['resolution', 'duration', 'fps', 'ratio', 'bit_depth', 'model'] as const
type Echoed = (typeof ECHOED)[number]

/** Only a value from the field's vocabulary is an echo; other values have another meaning. */
const SPEAKS: Record<Echoed, (value: unknown, sent: Fields) => boolean> = {
  resolution: (value) => (RESOLUTIONS as readonly unknown[]).includes(value),
  duration: isNumber,
  fps: isNumber,
  ratio: (value) => typeof value === 'string' && FIELDS.ratio.form.test(value),
  bit_depth: (value) => (BIT_DEPTHS as readonly unknown[]).includes(value),
  model: (value) => typeof value === 'string',
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value))
}

/** The value that was sent, or the stated default; undefined if none is stated. */
function meant(field: Echoed, sent: Fields): unknown {
  if (sent[field] !== undefined && sent[field] !== null) return sent[field]
  if (field === 'bit_depth') {
    const resolution = String(sent.resolution ?? FIELDS.resolution.default)
    return (FIELDS.bit_depth.defaultAt as Record<string, number>)[resolution]
  }
  return field === 'model' ? undefined : FIELDS[field].default
}

const agrees = (value: unknown, wanted: unknown) =>
  typeof wanted === 'number' ? Math.abs(Number(value) - wanted) < 1e-6 : value === wanted || isSameRatio(value, wanted)

/** 16:9 and 1920:1080 are the same ratio; either may be returned. */
function isSameRatio(value: unknown, wanted: unknown): boolean {
  const parts = [value, wanted].map((each) =>
    typeof each === 'string' ? /^(\d+):(\d+)$/.exec(each)?.slice(1).map(Number) : undefined,
  )
  const [one, other] = parts
  return one !== undefined && other !== undefined && one[0]! * other[1]! === one[1]! * other[0]!
}

/** An object with at least two of the names echoes parameters; a single name may mean anything. */
const LEAST = 2

/** One field of an object that may echo parameters, in one response. */
type Shown = { place: string; name: Echoed; value: unknown; wanted: unknown; isAside: boolean }

/** A nested object with a URL of its own, for example a preview, describes that file. */
function isOfAFile(value: Fields, depth: number): boolean {
  if (depth === 0 || 'status' in value) return false
  return Object.entries(value).some(
    ([name, each]) => name !== 'image_url' && typeof each === 'string' && /^https?:\/\//i.test(each),
  )
}

function shownIn(body: unknown, sent: Fields): Shown[] {
  return [...walk(body, 4)].flatMap(({ way, value }) => {
    if (!isRecord(value) || isOfAFile(value, way.length)) return []
    const names = ECHOED.filter(
      (name) => value[name] !== undefined && value[name] !== null && SPEAKS[name](value[name], sent),
    )
    const place = waysInWords(way)
    const isAside = way.length > 0 && !(STATUSES as readonly unknown[]).includes(value.status)
    return names.map((name) => ({ place, name, value: value[name], wanted: meant(name, sent), isAside }))
  })
}

const submissionOf = (exchange: Exchange, find: (n: number) => Exchange | undefined) =>
  exchange.request.method === 'POST'
    ? exchange
    : exchange.purpose.job === undefined
      ? undefined
      : find(exchange.purpose.job)

/** A field with this many values within one job shows progress and is no echo. */
const MEASURED = 3

type Answered = { n: number; request: string; shown: Shown[] }

type Notes = {
  answers: Answered[]
  /** The values of each field by place and name, then by job. */
  values: Map<string, Map<number, Set<string>>>
  /** Places that have echoed a sent value. A place outside the record that never does has another meaning. */
  agreeing: Set<string>
}

/** A server that accepts an invalid value may replace it by a valid one. */
const isUnlawful = ({ purpose: { opinion } }: Exchange) => opinion === 'refuse'

const fieldOf = ({ place, name }: Shown) => `${place}.${name}`

function violationIn({ n, request, shown }: Answered): Violation | undefined {
  const wrong = shown.filter(({ value, wanted }) => wanted !== undefined && !agrees(value, wanted))
  if (wrong.length === 0) return undefined
  return {
    case: request,
    expected: list(wrong.map(({ name, wanted }) => `${name} ${JSON.stringify(wanted)}`)),
    received: list(wrong.map(({ name, value }) => `${name} ${JSON.stringify(value)}`)),
    evidence: [n],
  }
}

export const echoAgrees: Check = rule<Notes>({
  id: 'submission.echo-agrees',
  clause: 'submission.echo-agrees',
  suite: 'submission',
  title: 'returns the submitted parameters or the stated defaults, if it returns parameters at all',
  needs: ['job'],
  begin: () => ({ answers: [], values: new Map(), agreeing: new Set() }),
  see({ answers, values, agreeing }, exchange, { exchange: find }) {
    if (!succeeded(exchange)) return
    const { purpose, request } = exchange
    const isSubmission = request.method === 'POST' && (purpose.part === 'submission' || purpose.tries !== undefined)
    if (!isSubmission && !isOwnPoll(exchange)) return
    const submission = submissionOf(exchange, find)
    // Open values have an open echo.
    if (!submission || submission.purpose.open !== undefined || isUnlawful(submission)) return
    const sent = parseJson(submission.request.body ?? '')?.value
    const body = jsonOf(exchange)
    const shown = isRecord(sent) && body ? shownIn(body.value, sent) : []
    if (shown.length === 0) return
    answers.push({ n: exchange.n, request: `${request.method} ${request.path}`, shown })
    for (const each of shown) {
      if (agrees(each.value, each.wanted)) agreeing.add(each.place)
      const byJob = values.get(fieldOf(each)) ?? new Map<number, Set<string>>()
      byJob.set(submission.n, (byJob.get(submission.n) ?? new Set()).add(JSON.stringify(each.value)))
      values.set(fieldOf(each), byJob)
    }
  },
  conclude({ answers, values, agreeing }) {
    const measured = new Set(
      [...values].flatMap(([field, byJob]) =>
        [...byJob.values()].some(({ size }) => size >= MEASURED) ? [field] : [],
      ),
    )
    const echoes = answers.flatMap((answer) =>
      [...Map.groupBy(answer.shown, ({ place }) => place).values()]
        .map((fields) =>
          fields.filter((each) => !measured.has(fieldOf(each)) && (!each.isAside || agreeing.has(each.place))),
        )
        .filter((fields) => fields.length >= LEAST)
        .map((shown) => ({ n: answer.n, violation: violationIn({ ...answer, shown }) })),
    )
    const violations = echoes.flatMap(({ violation }) => violation ?? [])
    if (violations.length > 0) return fail(violations, echoes.length)
    const seen = [...new Set(echoes.map(({ n }) => n))].slice(0, 20)
    return echoes.length === 0 ? skip("no response echoed the request's parameters") : pass(echoes.length, seen)
  },
})
