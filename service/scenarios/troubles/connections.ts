import type { Answer, Incoming } from '../../interface/world.ts'
import { oneOf } from '../parameters.ts'
import { REQUEST_KINDS } from '../requests/asked.ts'
import { contentOf, cutShort } from '../requests/content.ts'
import { losingJobs } from '../requests/lost-jobs.ts'
import type { Value } from '../scenario.ts'
import type { Trouble } from './trouble.ts'

/** Never sent over the network; only callers within the service see it. */
function closed({ socket }: Incoming, how?: Value): Answer {
  // Requests within the service have no connection to reset.
  if (how === 'reset' && socket.remoteAddress !== undefined) socket.resetAndDestroy()
  else socket.destroy()
  const text = 'The connection was closed before any response.'
  return { status: 502, headers: { 'content-type': 'text/plain' }, text }
}

const hangsUp: Trouble = {
  name: 'hangs-up',
  summary: 'Network problem: the connection is closed or reset before the request is processed. Clients should retry.',
  parameters: [oneOf('how', 'how the connection ends', ['closed', 'reset'])],
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
    'Network problem: the request is processed (a job is created), but the connection is closed before the response. Lost jobs do not count against the capacity.',
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
  summary: 'Gateway problem: a gateway returns its own HTML page with 502, 503 or 504. Clients should retry.',
  parameters: [
    oneOf('status', 'status of the gateway', ['502', '503', '504']),
    oneOf('work', 'whether the service processed the request', ['undone', 'done']),
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
    'Network problem: the connection is closed after half of the JSON. The request is processed; lost jobs do not count against the capacity.',
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
