import { svg } from './dom.js'
import { lasting, stateInWords } from './words.js'

const WIDTH = 600
const HEIGHT = 44
const LEAST_MS = 1000
const CLASS_OF = { queued: 'queued', succeeded: 'succeeded', failed: 'failed' }

export const classOf = ({ status, stage }) =>
  status === 'running' ? (stage === 'enhancing' ? 'enhancing' : 'generating') : (CLASS_OF[status] ?? 'unknown')

/** A job's timeline: a section for each state, a line for each poll. */
export function filmStrip({ polls }) {
  const end = Math.max(LEAST_MS, polls.at(-1)?.at ?? 0) * 1.04
  const x = (at) => ((at / end) * WIDTH).toFixed(1)
  const spans = polls.map((poll, index) => ({ poll, from: poll.at, to: polls[index + 1]?.at ?? end }))
  const first = polls[0]?.at ?? end
  const words =
    polls.length === 0
      ? 'not yet polled'
      : polls
          .map(
            ({ at, status, stage, http }) =>
              `${status ? stateInWords(status, stage) : http ? `response ${http}` : 'no response'} at ${lasting(at)}`,
          )
          .join('; ')
  return [
    svg(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `Polls: ${words}` },
      svg('rect', { class: 'base', x: 0, y: 4, width: WIDTH, height: HEIGHT - 8, rx: 3 }),
      svg('rect', { class: 'waiting', x: 0, y: 10, width: x(first), height: HEIGHT - 20 }),
      spans.map(({ poll, from, to }) =>
        svg('rect', {
          class: classOf(poll),
          x: x(from),
          y: 10,
          width: Math.max(1.5, x(to) - x(from)),
          height: HEIGHT - 20,
        }),
      ),
      svg('path', { class: 'poll', d: polls.map(({ at }) => `M${x(at)} 5v${HEIGHT - 10}`).join('') }),
    ),
  ]
}
