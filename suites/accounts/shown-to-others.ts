import type { Exchange, RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import { requestTo } from '../../engine/http/requests.ts'
import type { Facts } from '../../engine/judge/check.ts'
import { oneAnswerRule } from '../../engine/judge/one-answer-rule.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Driver } from '../../engine/run/driver.ts'
import type { Phase, PlanInput } from '../../engine/run/phase.ts'
import { READINGS } from '../../spec/endpoints.ts'
import { chanceOfAJob } from '../inputs/ids.ts'

/** Number of unfinished jobs to search for in the responses to another account. */
const JOBS = { smoke: 0, standard: 1, full: 3 }

const mostReadings = ({ jobs, configuration: { profile } }: PlanInput) =>
  Math.min(JOBS[profile], jobs) * READINGS.length

const READ_BY_OTHERS: Phase = {
  name: 'reads by another account while a job is unfinished',
  max: (input) => ({ requests: mostReadings(input) }),
  async drive(drive) {
    let left = JOBS[drive.configuration.profile]
    await drive.jobs.visitEach((job) => {
      const visitor = job.key === 'B' ? 'A' : 'B'
      if (job.stray || job.final || left === 0 || !drive.has(visitor)) return undefined
      left--
      const reading = drive.jobs.beforeNextPoll(job, readAll(drive, visitor))
      return { atBirth: reading, whole: reading }
    })
  },
}

async function readAll(drive: Driver, key: KeyName): Promise<void> {
  for (const name of READINGS) await drive.good(`${name} by account ${key}`, requestTo(drive.target, name, { key }))
}

/** The highest chance that a random id would appear in such a response. */
const TOO_OFTEN = 0.01
/** Counters and times may appear in any response. */
const MAY_BE_COUNTED = /^\D*\d{1,14}$/
/** Words, such as a status or an error code, are not random. */
const MAY_BE_WORDS = /^[\p{L}\p{M}\s_.:-]{1,23}$/u

/** Ids that no response contains by chance. */
const known = new WeakMap<Facts, { of: number; ids: string[] }>()

const isRandom = (id: string, all: readonly string[]) =>
  chanceOfAJob(id, all) < TOO_OFTEN && !MAY_BE_COUNTED.test(id) && !MAY_BE_WORDS.test(id)

function tellingIds(facts: Facts): string[] {
  const all = facts.ids()
  const last = known.get(facts)
  if (last?.of === all.length) return last.ids
  const ids = [...new Set(all)].filter((id) => isRandom(id, all))
  known.set(facts, { of: all.length, ids })
  return ids
}

const GOES_ON = /[\p{L}\p{N}]/u

function holds(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    const around = [text.charAt(at - 1), text.charAt(at + id.length)]
    if (!around.some((letter) => GOES_ON.test(letter))) return true
  }
  return false
}

/** The response to a poll may repeat the id that was requested. */
function asksForAJob({ path }: RequestTemplate): boolean {
  return decoded(path).includes('videos/')
}

/** The request contains the id, so the response may echo it. */
function says({ path, headers, body = '' }: RequestTemplate, id: string): boolean {
  return [decoded(path), body, ...headers.flat()].some((text) => text.includes(id))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function isOfAnother({ request }: Exchange, facts: Facts): (id: string) => boolean {
  const key = keyOf(request)
  return (id) => key !== undefined && facts.isGood(key) && !facts.isOwn(key, id)
}

export const shownToNobodyElse = oneAnswerRule({
  id: 'accounts.other-account-sees-404/every-response',
  clause: 'accounts.other-account-sees-404',
  suite: 'accounts',
  title: "does not show the ids of an account's jobs to another account, in any response",
  needs: ['job', 'other-account-key'],
  from: 'standard',
  phases: [READ_BY_OTHERS],
  byChance: true,
  unseen: 'no other account read anything, or the job ids are counters or too short to recognise',
  inspect(exchange, facts) {
    const { answer, request } = exchange
    if (!answer || !facts.dialect.idWay || asksForAJob(request)) return undefined
    const isForeign = isOfAnother(exchange, facts)
    const foreign = tellingIds(facts).filter(isForeign)
    if (foreign.length === 0) return undefined
    const shown = foreign.find((id) => holds(answer.body, id) && !says(request, id))
    if (shown !== undefined)
      return {
        expected: "no id of another account's job (unless GATECHECK_OTHER_ACCOUNT_KEY is a key of the same account)",
        received: `${answer.status} with ${shown}, the id of another account's job`,
      }
    return succeeded(exchange) ? 'kept' : undefined
  },
})
