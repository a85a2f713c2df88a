import { createHmac, randomBytes } from 'node:crypto'
import { clipOf } from '../video/clip.ts'
import type { Part } from './behaviour.ts'
import type { World } from './world.ts'

const PATH_FORM = /^\/files\/([0-9a-f]{32})\.mp4$/

export function fileOfPath(path: string): string | undefined {
  return PATH_FORM.exec(path)?.[1]
}

export const resultLinks: Part<'link' | 'resultFile'> = (world, behaviour) => ({
  link(job) {
    const { anewOnEachRead, lifetimeSeconds } = world.dialect.jobs.url
    const from = anewOnEachRead ? world.clock.now() : (job.finishedAt ?? world.clock.now())
    const claims = new URLSearchParams({ expires: String(from + lifetimeSeconds * 1000) })
    if (anewOnEachRead) claims.set('nonce', randomBytes(6).toString('hex'))
    return `${world.origin}/files/${job.file}.mp4?${claims}&signature=${signatureOf(job.file, claims, world)}`
  },

  resultFile(file, incoming) {
    const job = world.store.jobs.ofFile(file)
    const claims = new URLSearchParams(incoming.query)
    const signature = claims.get('signature')
    claims.delete('signature')
    const reads = incoming.method === 'GET' || incoming.method === 'HEAD'
    if (!reads || !job || signature !== signatureOf(file, claims, world)) {
      return behaviour.refuse('not_found', { incoming })
    }
    if (Number(claims.get('expires')) <= world.clock.now()) return behaviour.refuse('link_expired', { incoming })
    return { status: 200, headers: { 'content-type': 'video/mp4' }, bytes: clipOf(job) }
  },
})

function signatureOf(file: string, claims: URLSearchParams, { store }: World): string {
  return createHmac('sha256', store.linkSecret).update(`${file}?${claims}`).digest('hex')
}
