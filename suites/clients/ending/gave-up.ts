import { recordOf } from '../../../engine/history/reading/reading.ts'
import { isAtTheInterface, type Passage } from '../../../engine/judge/clients/passage.ts'
import { type ClientVerdict, notJudged } from '../../../engine/judge/clients/verdict.ts'
import { pollIn } from '../counted/polls.ts'

/** What a client was shown of one job, and whether its last look showed anything that it had not seen by then. */
type Course = { n: number; isFinal: boolean; isNew: boolean; shapes: Set<string>; status: string }

/** A client that went on after all that was odd, and asked no more in the end: how long it goes on is its own business. */
export class GaveUp {
  readonly #courses = new Map<string, Course>()

  see(passage: Passage): void {
    const poll = pollIn(passage)
    if (poll?.status === undefined || !isAtTheInterface(passage)) return
    const record = recordOf(passage.exchange) ?? {}
    const what = JSON.stringify([poll.client, poll.id])
    const before = this.#courses.get(what)
    const shapes = before?.shapes ?? new Set<string>()
    const shape = shapeOf(record, before)
    const isNew = !shapes.has(shape)
    shapes.add(shape)
    this.#courses.set(what, { n: passage.n, isFinal: poll.final !== undefined, isNew, shapes, status: poll.status })
  }

  /** Undefined where it stopped at something that it had not seen before. */
  get verdict(): ClientVerdict | undefined {
    const unfinished = [...this.#courses.values()].filter(({ isFinal }) => !isFinal)
    if (unfinished.length === 0 || unfinished.some(({ isNew }) => isNew)) return undefined
    return notJudged({ kind: 'not decided' }, IN_WORDS, [unfinished.at(-1)!.n])
  }
}

const IN_WORDS = 'it had continued until then; how long it polls an unfinished job is its own choice'

/** Which fields there are and of which type, and whether the state is another than before. */
function shapeOf(record: Record<string, unknown>, before: Course | undefined): string {
  const types = Object.entries(record).map(([name, value]) => `${name}: ${value === null ? 'null' : typeof value}`)
  const step = before === undefined || before.status === record.status ? record.status : [before.status, record.status]
  return JSON.stringify([step, types.toSorted()])
}
