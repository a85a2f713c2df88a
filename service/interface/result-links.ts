import { createHmac, randomBytes } from 'node:crypto'
import type { Part } from './behaviour.ts'
import { storedFile, storeError } from './stored-file.ts'
import type { World } from './world.ts'

const PATH_FORM = /^\/files\/([0-9a-f]{32})\.mp4$/

export function fileOfPath(path: string): string | undefined {
  return PATH_FORM.exec(path)?.[1]
}

export const resultLinks: Part<'link' | 'resultFile'> = (world, behaviour) => ({
  link(job) {
    const { anewOnEachRead, lifetimeSeconds } = world.dialect.jobs.url
    const from = anewOnEachRead ? world.clock.now() : (job.finishedAt ?? world.clock.now())
    const nonce = anewOnEachRead ? `&nonce=${randomBytes(6).toString('hex')}` : ''
    const claims = `expires=${from + lifetimeSeconds * 1000}${nonce}`
    return `${world.origin}/files/${job.file}.mp4?${claims}&signature=${signatureOf('GET', job.file, claims, world)}`
  },

  async resultFile(file, incoming) {
    const job = world.store.jobs.ofFile(file)
    const claims = new URLSearchParams(incoming.query)
    const signature = claims.get('signature')
    claims.delete('signature')
    // A link is signed for one method, as in object stores: HEAD returns 403.
    if (signature !== signatureOf(incoming.method, file, claims.toString(), world))
      return storeError(403, 'SignatureDoesNotMatch', 'The signature does not match this request.')
    if (!job) return storeError(404, 'NoSuchKey', 'The file does not exist.')
    if (Number(claims.get('expires')) <= world.clock.now()) return behaviour.refuse('link_expired', { incoming })
    const bytes = await behaviour.videoFile(job)
    return storedFile({ bytes, type: 'video/mp4', modifiedAt: job.finishedAt ?? job.createdAt }, incoming.headers)
  },
})

function signatureOf(method: string, file: string, claims: string, { store }: World): string {
  return createHmac('sha256', store.linkSecret).update(`${method} ${file}?${claims}`).digest('hex')
}
