import { READINGS } from '../../spec/endpoints.ts'
import { BIT_DEPTHS, FIELDS } from '../../spec/words.ts'
import { type AliasList, aliasLists } from '../dialect/aliases.ts'
import { idCandidates } from '../dialect/job-id.ts'
import { causeOf, NotTried } from '../driving/not-tried.ts'
import type { Cost } from '../driving/phase.ts'
import type { Dialect } from '../history/dialect.ts'
import type { Exchange } from '../history/exchange.ts'
import { jsonOf, statusOf, succeeded } from '../history/reading.ts'
import { mayPass } from '../history/transient.ts'
import { FAILURE_WORDS, receivedInWords } from '../history/words.ts'
import type { Job } from '../jobs/job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { Target } from '../settings/target.ts'
import type { Budget } from '../wire/budget.ts'
import type { Client } from '../wire/client.ts'
import { requestTo, videoSecondsOf } from '../wire/requests.ts'

const BY = 'introduction'
/** One that is refused costs nothing, and without a job little can be judged. */
const MOST_SUBMISSIONS = 24
/** So many aliases of each way of reading the list. */
const MOST_ALIASES = 4
const MOST_READS = 3
const MOST_ID_TRIES = 12
const LIKELIEST = 3
/** The readings, each perhaps several times; submissions until one is accepted; values that may be its id. */
const MOST_REQUESTS = READINGS.length * MOST_READS + MOST_SUBMISSIONS + MOST_ID_TRIES + LIKELIEST
const PROMPT = 'A paper boat drifts down a rainy street, seen from above.'

export const INTRODUCTION_COST: Cost = { requests: MOST_REQUESTS, jobs: 1, videoSeconds: FIELDS.duration.least }

export type Introduction = {
  /** Why nothing at all can be judged, if so. */
  stop?: string
  /** Why no job could be had, if so. */
  noJob?: NotTried
  submission?: Exchange
  job?: Job
}

type Parts = {
  client: Client
  target: Target
  configuration: Configuration
  dialect: Dialect
  jobs: Jobs
  budget: Budget
}

/** Gets acquainted: is anyone there, is the key good, how are aliases listed, where does the id stand. */
export async function introduce(parts: Parts): Promise<Introduction> {
  const readings = await readEverything(parts)
  const stop = reasonToStop(readings, parts.target)
  if (stop) return { stop }
  parts.client.baseline = readings.find(succeeded)?.request
  const lists = listsToTry(readings[0], parts.configuration)
  if (lists.length === 0)
    return { noJob: new NotTried('GET /models shows no alias to submit a job with; --model names one') }
  return submitFirstJob(parts, lists)
}

async function readEverything({ client, target, configuration }: Parts): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for (const name of READINGS) {
    const read = () => client.ask(requestTo(target, name), { by: BY, part: 'twin', case: name })
    let exchange = await read()
    // There is no good request yet to compare with, so what may pass is simply asked again.
    for (let again = 1; again < MOST_READS && mayPass(exchange) && !isDown([...exchanges, exchange]); again++) {
      await client.wait(Math.min(500, configuration.pollIntervalMs))
      exchange = await read()
    }
    exchanges.push(exchange)
    if (isDown(exchanges)) break
  }
  return exchanges
}

/** Two endpoints, and no answer at all: nobody is there. */
function isDown(exchanges: readonly Exchange[]): boolean {
  return exchanges.length >= 2 && exchanges.every((each) => each.failure)
}

function reasonToStop(readings: Exchange[], target: Target): string | undefined {
  if (readings.some(succeeded)) return undefined
  const statuses = new Set(readings.map(statusOf))
  const failure = readings.find((each) => each.failure)?.failure
  if (failure && !readings.some((each) => each.answer)) {
    return `${target.baseUrl} cannot be reached: ${FAILURE_WORDS[failure.kind]} (${failure.message})`
  }
  if (statuses.size === 1 && statuses.has(401)) {
    return 'the key in GATECHECK_KEY was not accepted: every endpoint answers 401 to it. Check the key, and that it belongs to this base URL'
  }
  if (statuses.size === 1 && statuses.has(404)) {
    return `every endpoint answers 404 under ${target.baseUrl}: check the base URL; it ends with one /v1`
  }
  return `no endpoint answers the good key with 2xx (the last one said: ${receivedInWords(readings.at(-1)!)}), so there is nothing to compare with`
}

function listsToTry(models: Exchange | undefined, { model }: Configuration): AliasList[] {
  const listed = models && succeeded(models) ? aliasLists(jsonOf(models)?.value) : []
  if (model === undefined) return listed
  const own = listed.find((list) => list.aliases.includes(model))
  return [
    {
      form: own?.form ?? 'named by the user',
      aliases: [model, ...(own?.aliases ?? []).filter((each) => each !== model)],
    },
  ]
}

async function submitFirstJob(parts: Parts, lists: AliasList[]): Promise<Introduction> {
  const { client, target, dialect, budget, configuration } = parts
  let noJob = new NotTried(`no body is short enough for --max-duration ${configuration.maxDuration}`, {
    kind: 'limit',
    options: ['--max-duration'],
  })
  for (const { list, model, body } of bodiesToTry(lists, configuration)) {
    const videoSeconds = videoSecondsOf(body)
    const lacking = budget.lacking(videoSeconds)
    if (lacking) return { noJob: new NotTried('the budget has no room for a job', causeOf(lacking)) }
    const request = requestTo(target, 'POST /videos', { body })
    const submission = await client.ask(request, { by: BY, part: 'submission' }, { videoSeconds })
    if (succeeded(submission)) {
      dialect.models = list
      dialect.alias = model
      return learnId(parts, submission)
    }
    const status = statusOf(submission)
    if (status === 429) return { noJob: new NotTried('every submission was answered 429, however long the run waited') }
    const maybeWhy = status === 402 || status === 403 ? '; credits or rights may have run out' : ''
    noJob = new NotTried(
      `no plain submission was accepted; the last one was answered ${receivedInWords(submission)}${maybeWhy}`,
    )
  }
  return { noJob }
}

type Attempt = { list: AliasList; model: string; body: string }

const CHEAP = { duration: FIELDS.duration.least }
/** For whoever demands what may be left out. */
const EVERYTHING = {
  resolution: FIELDS.resolution.default,
  ...CHEAP,
  fps: FIELDS.fps.default,
  ratio: FIELDS.ratio.default,
  bit_depth: BIT_DEPTHS[0],
}

/**
 * The cheapest body first; then the plainest, for a server that refuses the cheap one; then other ways of reading the
 * list; then bodies that leave nothing out, with a prompt and with an image; then other aliases.
 */
function bodiesToTry(
  lists: AliasList[],
  { maxDuration = Number.POSITIVE_INFINITY, imageUrl }: Configuration,
): Attempt[] {
  const attempt = (list: AliasList, alias: number, fields: object, input: object = { prompt: PROMPT }): Attempt[] => {
    const model = list.aliases[alias]
    return model === undefined ? [] : [{ list, model, body: JSON.stringify({ model, ...input, ...fields }) }]
  }
  const image = imageUrl === undefined ? [] : [{ image_url: imageUrl }]
  const [first, ...others] = lists
  const attempts = [
    ...attempt(first!, 0, CHEAP),
    ...attempt(first!, 0, {}),
    ...attempt(first!, 1, CHEAP),
    ...others.flatMap((list) => attempt(list, 0, CHEAP)),
    ...others.flatMap((list) => attempt(list, 0, {})),
    ...lists.flatMap((list) => attempt(list, 0, EVERYTHING)),
    ...image.flatMap((input) => lists.flatMap((list) => attempt(list, 0, EVERYTHING, input))),
    ...Array.from({ length: MOST_ALIASES - 1 }, (_, at) => at + 1).flatMap((alias) =>
      lists.filter((list) => list !== first || alias > 1).flatMap((list) => attempt(list, alias, CHEAP)),
    ),
  ]
  return attempts.filter(({ body }) => videoSecondsOf(body) <= maxDuration).slice(0, MOST_SUBMISSIONS)
}

/** An id is an id when GET /videos/{id} knows it. */
async function learnId(
  { client, target, configuration, dialect, jobs }: Parts,
  submission: Exchange,
): Promise<Introduction> {
  const candidates = idCandidates(submission, MOST_ID_TRIES)
  // A server that knows a new job only a little later breaks a clause, which must not hide all the others.
  const secondRound = candidates.slice(0, LIKELIEST)
  for (const [index, candidate] of [...candidates, ...secondRound].entries()) {
    if (index === candidates.length) await client.wait(configuration.pollIntervalMs)
    const request = requestTo(target, 'GET /videos/{id}', { id: candidate.text })
    const poll = await client.ask(request, {
      by: BY,
      part: 'introduction',
      job: submission.n,
      polled: candidate.text,
    })
    if (!succeeded(poll)) continue
    dialect.idWay = candidate.way
    dialect.idType = candidate.type
    const job = jobs.adopt(submission, { firstPoll: poll })
    return { submission, ...(job && { job }) }
  }
  return {
    submission,
    noJob: new NotTried('no value in the answer to the accepted submission is an id that GET /videos/{id} knows'),
  }
}
