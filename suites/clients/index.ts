import type { HistoryEntry } from '../../engine/history/entry/entries.ts'
import type { ClientOptions } from '../../engine/judge/clients/check.ts'
import {
  type ClientChecks,
  type ClientJudgement,
  ClientJudging,
  judgeClients,
} from '../../engine/judge/clients/judging.ts'
import { endsWellOnlyWithAVideo, notStopped, saysThatAJobFailed } from './ending/endings.ts'
import { fetchesAsGiven, fetchesInTime, fetchesWithoutTheKey } from './ending/fetching.ts'
import { CLIENT_OBSERVATIONS } from './free/index.ts'
import { encodesTheId, pollsTheId } from './polling/ids.ts'
import { pollsNoFaster, stopsAtTheEnd } from './polling/pace.ts'
import { pollsOftenEnough } from './polling/usual-pace.ts'
import { readsCapacity } from './refused/bursts.ts'
import { waitsToPoll, waitsToSubmit } from './refused/capacity.ts'
import { repeatsNoRefusal } from './refused/refusals.ts'
import { triesAgain } from './refused/trying-again.ts'
import { keepsItFromOtherOrigins, keepsItInTheHeader, runsOnAServer, sendsItsKey } from './sending/key.ts'
import { appendsPaths, namesTheVersionOnce } from './sending/paths.ts'
import { ofBodies } from './sending/submission.ts'

/** A judge for each clause that binds clients, in the order of the clauses. */
export const CLIENT_CHECKS: ClientChecks = {
  checks: [
    sendsItsKey,
    keepsItInTheHeader,
    keepsItFromOtherOrigins,
    runsOnAServer,
    namesTheVersionOnce,
    appendsPaths,
    ...ofBodies,
    pollsNoFaster,
    stopsAtTheEnd,
    pollsTheId,
    pollsOftenEnough,
    encodesTheId,
    ...notStopped,
    waitsToSubmit,
    waitsToPoll,
    triesAgain,
    repeatsNoRefusal,
    readsCapacity,
    saysThatAJobFailed,
    endsWellOnlyWithAVideo,
    fetchesAsGiven,
    fetchesWithoutTheKey,
    fetchesInTime,
  ],
  observations: CLIENT_OBSERVATIONS,
}

/** What clients did, from a history of observed traffic: of a proxy, of a scenario, or read from a HAR. */
export const judgeClient = (history: Iterable<HistoryEntry>, options: ClientOptions = {}): ClientJudgement =>
  judgeClients(history, CLIENT_CHECKS, options)

/** The same while it goes on. */
export const clientJudging = (options: ClientOptions = {}): ClientJudging => new ClientJudging(CLIENT_CHECKS, options)
