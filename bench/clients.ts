import type { Client } from './load.ts'

const BODY = JSON.stringify({ model: 'swift', prompt: 'A lighthouse in a storm', duration: 5 })

/** Polls of a job in the default dialect. */
export const POLLS = 3

export const submitting = (): Client => () => ({ method: 'POST', path: '/videos', body: BODY })

/** A client that submits one job after another and polls each to completion. */
export function rendering(polls = POLLS): Client {
  let asked = 0
  let path = ''
  return (answer) => {
    const nth = asked++ % (polls + 1)
    if (nth === 0) return { method: 'POST', path: '/videos', body: BODY }
    if (nth === 1) path = `/videos/${JSON.parse(answer!).id}`
    return { method: 'GET', path }
  }
}
