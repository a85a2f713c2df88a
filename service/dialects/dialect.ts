import type { OpenPointId } from '../../spec/open-points.ts'
import type { Job } from '../store/job.ts'

/** Implementation choices of one conforming server at open points. */
export type Dialect = {
  name: string
  /** One sentence, shown where users choose a dialect. */
  summary: string
  aliases: readonly string[]
  ids: {
    make(sequence: number): string
    /** The id as JSON shows it; default: text. */
    inJson?(id: string): number
  }
  submission: {
    answer(id: JsonId, job: Job): unknown
    headers?(job: Job): Record<string, string>
    refusalStatus: 400 | 422
    badImage: 'refused' | 'job fails'
    capacityChecked: 'before the body' | 'after the body'
    /** Open points not named here are accepted. */
    open: Partial<Record<OpenPointId, 'accept' | 'refuse'>>
    /** Used for 480p, 720p and 2k. */
    bitDepth: 8 | 10
  }
  jobs: {
    polls: number
    /** Polls that report queued, if the job has enough polls; 0 skips queued. */
    queuedPolls: number
    /** Whether a running job sometimes reports queued again. */
    wavers: boolean
    stageWhileQueued: 'absent' | 'null' | 'shown'
    /** How stage, url and error look when they are not required. */
    emptyFields: 'absent' | 'null'
    extraFields(job: Job): Record<string, unknown>
    url: { anewOnEachRead: boolean; lifetimeSeconds: number; expired: 403 | 404 | 410 }
  }
  errors: {
    body(error: ShownError): unknown
    contentType?: string
  }
  auth: {
    lowerCaseBearer: boolean
    extraSpaces: boolean
    twoHeaders: 'refused' | 'first counts'
    challenge?: string
  }
  paths: {
    unknownWithoutKey: 401 | 404
    wrongMethod: 404 | 405
    trailingSlash: boolean
    headOnReadings: boolean
  }
  /** Limit of unfinished jobs per account; default: none. */
  room?: number
  retryAfterSeconds: number
  readings: {
    models(aliases: readonly string[]): unknown
    usage(usage: UsageOfKey): unknown
    capacity(headroom: Headroom): unknown
    balance(balance: Balance): unknown
  }
  http: {
    jsonType: string
    gzipUnasked: boolean
    closesConnections: boolean
  }
}

export type JsonId = string | number
type ShownError = { code: string; message: string; status: number }
type UsageOfKey = { keyId: string; label: string; jobs: number; seconds: number; credits: number }
export type Headroom = { limit: number | null; unfinished: number; free: number | null }
type Balance = { account: string; plan: string; credits: number }
