import { type Check, rule } from '../../engine/judge/check.ts'
import { fail, inconclusive, noCase, pass, type Verdict, type VerdictOnFiles } from '../../engine/judge/verdict.ts'
import { type Fact, type Known, type MediaFacts, valueIn } from '../../engine/media/facts.ts'
import type { AskedVideo } from '../../spec/asked.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { COMBINED } from '../limits/submit.ts'
import {
  type Case,
  type CaseFinding,
  casesIn,
  type Found,
  factsOf,
  isFirst,
  violationsIn,
  whyUnread,
  withFiles,
} from './cases.ts'
import { LOOKS } from './downloads.ts'
import { hasRate, hasShape, isOfClass, lasts, sizeInWords, usualSize } from './sizes.ts'

type Property = { clause: ClauseId; title: string; look(asked: AskedVideo, facts: MediaFacts): CaseFinding }

const right: CaseFinding = { kind: 'right' }

/** The value that counts, and differing values elsewhere in the file. */
function received<T>({ value, told }: Fact<T>, say: (value: T) => string): string {
  const others = [...new Map(told.map((each) => [say(each.value), each.by]))].filter(([said]) => said !== say(value))
  const own = told.find((each) => say(each.value) === say(value))
  const by = own ? ` (${own.by})` : ''
  return `${say(value)}${by}${others.map(([said, other]) => `, but the ${other} says ${said}`).join('')}`
}

function known<T>(fact: Known<T>, look: (fact: Fact<T>) => CaseFinding): CaseFinding {
  return 'unread' in fact ? { kind: 'unread', why: fact.unread } : look(fact)
}

const seconds = (value: number) => `${Number(value.toFixed(3))} s`
const rate = (value: number) => `${Number(value.toFixed(3))} fps`

const PROPERTIES: readonly Property[] = [
  {
    clause: 'media.resolution',
    title: 'the requested resolution',
    look: (asked, { pixels, shown }) =>
      known(pixels, (size) => {
        const sizes = 'unread' in shown ? [size.value] : [size.value, shown.value]
        if (sizes.some((each) => isOfClass(each, asked))) return right
        const expected = `${asked.resolution}, for example ${sizeInWords(usualSize(asked))}`
        return { kind: 'wrong', expected, received: received(size, sizeInWords) }
      }),
  },
  {
    clause: 'media.ratio',
    title: 'the requested aspect ratio',
    look: (asked, { shown }) =>
      known(shown, (size) =>
        hasShape(size.value, asked)
          ? right
          : {
              kind: 'wrong',
              expected: `the aspect ratio ${asked.ratio.join(':')}, for example ${sizeInWords(usualSize(asked))}`,
              received: received(size, sizeInWords),
            },
      ),
  },
  {
    clause: 'media.duration',
    title: 'the requested duration',
    look: (asked, facts) =>
      known(facts.seconds, (length) =>
        lasts(length.value, asked)
          ? right
          : { kind: 'wrong', expected: seconds(asked.seconds), received: received(length, seconds) },
      ),
  },
  {
    clause: 'media.fps',
    title: 'the requested frame rate',
    look: (asked, facts) =>
      known(facts.fps, (fps) => {
        const [frames, length] = [valueIn(facts.frames), valueIn(facts.seconds)]
        const isRight = hasRate(
          {
            fps: fps.value,
            ...(frames !== undefined && { frames }),
            ...(length !== undefined && { seconds: length }),
            ...(facts.variable && { variable: facts.variable }),
          },
          asked,
        )
        if (isRight === undefined)
          return { kind: 'unread', why: 'most of its frames have the right distance, but a few do not' }
        return isRight ? right : { kind: 'wrong', expected: rate(asked.fps), received: received(fps, rate) }
      }),
  },
  {
    clause: 'media.bit-depth',
    title: 'the requested bit depth',
    look: ({ bitDepth }, { depth }) =>
      bitDepth === undefined
        ? { kind: 'not asked' }
        : known(depth, (fact) =>
            fact.value === bitDepth
              ? right
              : { kind: 'wrong', expected: `${bitDepth} bit`, received: received(fact, (value) => `${value} bit`) },
          ),
  },
]

const WHICH = {
  first: { name: 'first-job', title: 'the video of the first job has', phases: [LOOKS] },
  others: { name: 'orders', title: 'the video of every other inspected job has', phases: [COMBINED, LOOKS] },
}

function checkOf({ clause, title, look }: Property, which: keyof typeof WHICH): Check {
  const { name, title: about, phases } = WHICH[which]
  return rule<{ first: number | undefined }>({
    id: name === 'first-job' ? clause : `${clause}/combined`,
    clause,
    suite: 'media',
    title: `${about} ${title}, or the one stated in the response`,
    needs: ['video'],
    ...(which === 'others' && { from: 'standard' as const }),
    phases,
    begin: () => ({ first: undefined }),
    see(notes, exchange) {
      if (isFirst(exchange)) notes.first = exchange.n
    },
    conclude: ({ first }, facts) =>
      verdictOn(
        casesIn(facts).filter((each) => (each.look.job === first) === (which === 'first')),
        look,
      ),
  })
}

function verdictOn(cases: readonly Case[], look: Property['look']): VerdictOnFiles {
  const found = cases.map((each) => ({ each, finding: findingOn(each, look) }))
  return withFiles(verdictFrom(found), found)
}

function verdictFrom(found: readonly Found[]): Verdict {
  const violations = violationsIn(found)
  const told = found.filter(({ finding }) => finding.kind === 'right' || finding.kind === 'wrong')
  if (violations.length > 0) return fail(violations, told.length)
  const unread = found.find(({ finding }) => finding.kind === 'unread')
  if (unread?.finding.kind === 'unread')
    return inconclusive(whyNot(unread.each, unread.finding.why), unread.each.evidence)
  if (told.length === 0) return noCase(whyNone(found.length))
  return pass(told.length, told.flatMap(({ each }) => each.evidence).slice(0, 20))
}

const whyNot = ({ name }: Case, why: string) => `the video of ${name} could not be judged: ${why}`

const whyNone = (looks: number) =>
  looks === 0
    ? 'no video of these jobs was downloaded'
    : 'no video of these jobs was playable and had a requested or stated value to compare with'

function findingOn(one: Case, look: Property['look']): CaseFinding {
  const why = whyUnread(one)
  if (why !== undefined) return { kind: 'unread', why }
  const facts = factsOf(one)
  // media.url-leads-to-a-video judges files that are no video.
  if (!facts) return { kind: 'not asked' }
  return look(one.asked, facts)
}

/** The first job is the plainest; its bit depth is not stated. */
export const propertyChecks: readonly Check[] = PROPERTIES.flatMap((property) => [
  ...(property.clause === 'media.bit-depth' ? [] : [checkOf(property, 'first')]),
  checkOf(property, 'others'),
])
