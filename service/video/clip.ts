import { readFileSync } from 'node:fs'
import type { Job } from '../store/job.ts'

const sample = readFileSync(new URL('sample-clip.mp4', import.meta.url))

/** A `free` box behind the sample, which players skip, makes each job's file its own (§1.4). */
export function clipOf(job: Job): Buffer {
  const content = Buffer.from(`free${job.file}`)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(size.length + content.length)
  return Buffer.concat([sample, size, content])
}
