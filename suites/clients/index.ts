import type { HistoryEntry } from '../../engine/history/entry/entries.ts'
import type { ClientOptions } from '../../engine/judge/clients/check.ts'
import {
  type ClientChecks,
  type ClientJudgement,
  ClientJudging,
  judgeClients,
} from '../../engine/judge/clients/judging.ts'
import { readsCapacity, triesAgain, waitsToPoll, waitsToSubmit } from './capacity.ts'
import { encodesTheId, pollsTheId } from './ids.ts'
import { CLIENT_OBSERVATIONS } from './observations.ts'
import {
  endsWellOnlyWithAVideo,
  fetchesAsGiven,
  fetchesInTime,
  fetchesWithoutTheKey,
  notStopped,
  saysThatAJobFailed,
} from './outcome.ts'
import { pollsNoFaster, pollsOftenEnough, stopsAtTheEnd } from './polls.ts'
import { repeatsNoRefusal } from './refusals.ts'
import {
  appendsPaths,
  keepsItFromOtherOrigins,
  keepsItInTheHeader,
  namesTheVersionOnce,
  ofBodies,
  runsOnAServer,
  sendsItsKey,
} from './requests.ts'

/** One judge for each client clause, in the order of the clauses. */
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

/** Judges clients from a history of observed traffic: of a proxy, of a scenario, or from a HAR file. */
export const judgeClient = (history: Iterable<HistoryEntry>, options: ClientOptions = {}): ClientJudgement =>
  judgeClients(history, CLIENT_CHECKS, options)

/** The same for traffic that is still being recorded. */
export const clientJudging = (options: ClientOptions = {}): ClientJudging => new ClientJudging(CLIENT_CHECKS, options)
