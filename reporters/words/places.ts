import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isRecord, parseJson } from '../../engine/history/reading/reading.ts'
import { excerpt } from '../../engine/history/reading/words.ts'
import { formOf } from '../comparing/likeness.ts'
import type { Report } from '../outcome/report.ts'

/** Where an exchange belongs: to a polled job, or to the endpoint. */
export function placeOf({ request, purpose }: Exchange, report: Report): string {
  const { job } = purpose
  if (job !== undefined && request.method === 'GET') return jobInWords(job, report)
  const base = new URL(report.target.baseUrl).pathname.replace(/\/$/, '')
  const form = formOf(request.path)
  return excerpt(`${request.method} ${form.startsWith(`${base}/`) ? form.slice(base.length) : form}`, 80)
}

/** Names a job by its request, which says more than its id. */
function jobInWords(submission: number, report: Report): string {
  const job = report.jobs.find((each) => each.submission === submission)
  const name = nameOfJob(submission, report)
  return job ? `${name} (${orderInWords(job.body)})` : name
}

export function nameOfJob(submission: number, { jobs }: Report): string {
  const index = jobs.findIndex((job) => job.submission === submission)
  return index < 0 ? `Job of exchange ${submission}` : `Job ${index + 1}`
}

function orderInWords(body: string): string {
  const value = parseJson(body)?.value
  if (!isRecord(value)) return 'unusual request'
  const { resolution, duration, fps, ratio, bit_depth: depth, image_url: image } = value
  const parts = [
    resolution,
    ...(duration === undefined ? [] : [`duration ${duration} s`]),
    ...(fps === undefined ? [] : [`${fps} fps`]),
    ratio,
    ...(depth === undefined ? [] : [`${depth} bit`]),
    ...(image === undefined ? [] : ['from an image']),
  ]
  return excerpt(parts.filter((each) => each !== undefined).join(', '), 80) || 'defaults'
}

/** Groups things by the place of their exchange, in the order of occurrence. */
export function byPlace<Thing>(
  things: readonly Thing[],
  exchangeOf: (thing: Thing) => Exchange | undefined,
  report: Report,
): [string, Thing[]][] {
  return [
    ...Map.groupBy(things, (thing) => {
      const exchange = exchangeOf(thing)
      return exchange ? placeOf(exchange, report) : 'Other'
    }),
  ]
}
