import type { Answer, Incoming } from '../../interface/world.ts'
import { oneOf } from '../parameters.ts'
import { REQUEST_KINDS } from '../requests/asked.ts'
import { contentOf, cutShort } from '../requests/content.ts'
import { losingJobs } from '../requests/lost-jobs.ts'
import type { Value } from '../scenario.ts'
import type { Trouble } from './trouble.ts'

/** Over a network nobody hears this; who asks from within the service is told so. */
function closed({ socket }: Incoming, how?: Value): Answer {
  // One that never was connected has nothing to reset.
  if (how === 'reset' && socket.remoteAddress !== undefined) socket.resetAndDestroy()
  else socket.destroy()
  const text = 'The connection was closed before any answer.'
  return { status: 502, headers: { 'content-type': 'text/plain' }, text }
}

const hangsUp: Trouble = {
  name: 'hangs-up',
  summary: 'Trouble of the network: the connection is closed or reset at once, and nothing was done. Try again.',
  parameters: [oneOf('how', 'whether it is closed, or reset', ['closed', 'reset'])],
  comesTo: REQUEST_KINDS,
  times: 1,
  countedBy: 'key',
  comes:
    ({ how }) =>
    async (asked) =>
      closed(asked.incoming, how),
}

const lostAnswer: Trouble = {
  name: 'lost-answer',
  summary:
    'Trouble of the network: the work was done (the job was made), but the connection is closed before any answer. A job so lost takes no room.',
  parameters: [],
  comesTo: ['submissions', 'polls', 'readings'],
  usually: ['submissions'],
  times: 1,
  countedBy: 'key',
  comes(_values, behaviour, world) {
    const lose = losingJobs(behaviour, world)
    return async (asked, go) => {
      const answer = await go()
      if (answer.status >= 300) return { spared: answer }
      lose(asked.caller)
      return closed(asked.incoming)
    }
  },
}

const gateway: Trouble = {
  name: 'gateway',
  summary: 'Trouble of what stands in between: a gateway answers with its own HTML page, 502, 503 or 504. Try again.',
  parameters: [
    oneOf('status', 'what the gateway answers', ['502', '503', '504']),
    oneOf('work', 'whether the service did behind it what was asked', ['undone', 'done']),
  ],
  comesTo: REQUEST_KINDS,
  times: 2,
  countedBy: 'key',
  comes({ status, work }, behaviour, world) {
    const lose = losingJobs(behaviour, world)
    return async (asked, go) => {
      if (work === 'done') {
        await go()
        lose(asked.caller)
      }
      return pageOf(Number(status))
    }
  },
}

const SAYS: Readonly<Record<number, string>> = {
  502: 'Bad Gateway',
  503: 'Service Temporarily Unavailable',
  504: 'Gateway Time-out',
}

function pageOf(status: number): Answer {
  const says = `${status} ${SAYS[status]}`
  const text = `<html>\r\n<head><title>${says}</title></head>\r\n<body>\r\n<center><h1>${says}</h1></center>\r\n<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n`
  return { status, headers: { 'content-type': 'text/html' }, text }
}

const cut: Trouble = {
  name: 'cut',
  summary:
    'Trouble of the network: half of the JSON comes, then the connection is closed. What was asked for was done; a job whose answer was cut takes no room.',
  parameters: [],
  comesTo: ['submissions', 'polls', 'readings'],
  times: 1,
  countedBy: 'key',
  comes(_values, behaviour, world) {
    const lose = losingJobs(behaviour, world)
    return async (asked, go) => {
      const answer = await go()
      const content = contentOf(answer, world)
      if (!content) return { spared: answer }
      lose(asked.caller)
      return cutShort(content, 0.5)
    }
  },
}

export const connectionTroubles: readonly Trouble[] = [hangsUp, lostAnswer, cut, gateway]
