import type { OpenPointId } from '../../spec/open-points.ts'
import type { Job } from '../store/job.ts'

/** Implementation choices of one conforming server at open points. */
export type Dialect = {
  name: string
  /** One sentence for people who choose among dialects. */
  summary: string
  aliases: readonly string[]
  ids: {
    make(sequence: number): string
    /** The same id as JSON shows it; text where left out. */
    inJson?(id: string): number
  }
  submission: {
    answer(id: JsonId, job: Job): unknown
    headers?(job: Job): Record<string, string>
    refusalStatus: 400 | 422
    badImage: 'refused' | 'job fails'
    capacityChecked: 'before the body' | 'after the body'
    /** What is not named here is accepted. */
    open: Partial<Record<OpenPointId, 'accept' | 'refuse'>>
    /** At 480p, 720p and 2k. */
    bitDepth: 8 | 10
  }
  jobs: {
    polls: number
    /** Polls that find the job queued, where its polls suffice; 0: queued is skipped. */
    queuedPolls: number
    /** Whether a running job is now and then found queued again. */
    wavers: boolean
    stageWhileQueued: 'absent' | 'null' | 'shown'
    /** Of stage, url and error where they are not required. */
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
  /** How many unfinished jobs an account may have; unlimited where left out. */
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
