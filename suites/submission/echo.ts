import type { Check } from '../../runner/check.ts'
import type { Exchange } from '../../runner/exchange.ts'
import { isRecord, jsonOf, parseJson, succeeded, walk } from '../../runner/reading.ts'
import { type Finding, oneAnswerRule } from '../../runner/witnesses.ts'
import { list } from '../../runner/words.ts'
import { BIT_DEPTHS, FIELDS, RESOLUTIONS } from '../../spec/words.ts'
import { isOwnPoll } from '../lifecycle/polls.ts'

type Fields = Record<string, unknown>

const ECHOED = ['resolution', 'duration', 'fps', 'ratio', 'bit_depth', 'model'] as const
type Echoed = (typeof ECHOED)[number]

/** Only a value of the field's own vocabulary repeats it; anything else under that name means something else. */
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

/** What the field stands for: what was sent, or the stated default; nothing where none is stated. */
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

/** 16:9 and 1920:1080 are one shape; which of them is shown is the server's choice. */
function isSameRatio(value: unknown, wanted: unknown): boolean {
  const parts = [value, wanted].map((each) =>
    typeof each === 'string' ? /^(\d+):(\d+)$/.exec(each)?.slice(1).map(Number) : undefined,
  )
  const [one, other] = parts
  return one !== undefined && other !== undefined && one[0]! * other[1]! === one[1]! * other[0]!
}

/** An object that holds two of the names or more repeats parameters; a single one may mean anything. */
const LEAST = 2

function inspectEcho(body: unknown, sent: Fields): Finding {
  let seen = false
  for (const { value } of walk(body, 4)) {
    if (!isRecord(value)) continue
    const names = ECHOED.filter(
      (name) => value[name] !== undefined && value[name] !== null && SPEAKS[name](value[name], sent),
    )
    if (names.length < LEAST) continue
    seen = true
    const wrong = names.filter((name) => {
      const wanted = meant(name, sent)
      return wanted !== undefined && !agrees(value[name], wanted)
    })
    if (wrong.length > 0) {
      return {
        expected: list(wrong.map((name) => `${name} ${JSON.stringify(meant(name, sent))}`)),
        received: list(wrong.map((name) => `${name} ${JSON.stringify(value[name])}`)),
      }
    }
  }
  return seen ? 'kept' : undefined
}

const submissionOf = (exchange: Exchange, find: (n: number) => Exchange | undefined) =>
  exchange.request.method === 'POST'
    ? exchange
    : exchange.purpose.job === undefined
      ? undefined
      : find(exchange.purpose.job)

export const echoAgrees: Check = oneAnswerRule({
  id: 'submission.repeats-what-was-sent',
  clause: 'submission.echo-agrees',
  suite: 'submission',
  title: 'repeats, where it repeats parameters, what was sent or the stated defaults',
  needs: ['job'],
  unseen: 'no answer repeated parameters',
  inspect(exchange, { exchange: find }) {
    if (!succeeded(exchange)) return undefined
    const { purpose, request } = exchange
    const isSubmission = request.method === 'POST' && (purpose.part === 'submission' || purpose.tries !== undefined)
    if (!isSubmission && !isOwnPoll(exchange)) return undefined
    const submission = submissionOf(exchange, find)
    // What is open is open in its echo, too.
    if (!submission || submission.purpose.open !== undefined) return undefined
    const sent = parseJson(submission.request.body ?? '')?.value
    const body = jsonOf(exchange)
    return isRecord(sent) && body ? inspectEcho(body.value, sent) : undefined
  },
})
