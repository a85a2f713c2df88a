import type { Configuration } from '../../engine/config/configuration.ts'
import { largest } from '../../engine/config/prices/money.ts'
import { pricingOf } from '../../engine/config/prices/prices.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { fieldsSent, recordOf, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { list, receivedInWords } from '../../engine/history/reading/words.ts'
import { fits, oneJob } from '../../engine/http/limits/amount.ts'
import { expenseOf } from '../../engine/http/limits/price-of-body.ts'
import { type Evidence, type Experiment, experiment } from '../../engine/judge/check.ts'
import { REFUSED_OR_FAILED } from '../../engine/judge/expectations.ts'
import { lastWords, stoppedWorking, undecided } from '../../engine/judge/probes.ts'
import { fail, inconclusive, pass, skip, type Verdict } from '../../engine/judge/verdict.ts'
import type { Control } from '../../engine/run/controls.ts'
import type { Driver } from '../../engine/run/driver.ts'
import type { Cost, PlanInput } from '../../engine/run/phase.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { FIELDS } from '../../spec/words.ts'
import { notHttps, ofPrivateHosts } from '../inputs/bodies/images.ts'
import type { Fields } from '../inputs/bodies/valid-values.ts'

/** The most bad images that may become jobs, on servers that accept them and fail the job. */
const JOBS = { smoke: 0, standard: 1, full: 20 }

/** The plainest body, unless the server refuses the duration. */
const SHORTEST = { model: 'a model', duration: FIELDS.duration.least }

function neverSucceeds(id: ClauseId, addresses: (good: string | undefined) => readonly string[]): Experiment {
  return experiment({
    id,
    clause: id,
    suite: 'submission',
    from: 'standard',
    title: 'rejects predefined image URLs, or fails their jobs',
    max: (input) => costOf(addresses(input.configuration.imageUrl), input),
    async drive(drive) {
      const { imageUrl } = drive.configuration
      await tryEach(drive, addresses(imageUrl))
    },
    judge,
  })
}

function costOf(all: readonly string[], { configuration, share }: PlanInput): Cost {
  const { profile, prices } = configuration
  const isFull = profile === 'full'
  const pricing = pricingOf(prices)
  const isWithin = (body: string) => !share || fits(oneJob(expenseOf(body, pricing)), share)
  const found = (otherFields: Fields, image_url: string) =>
    isWithin(JSON.stringify({ ...SHORTEST, ...otherFields, image_url }))
  const addresses = all.filter((image_url) => found({}, image_url))
  const pairs = pairsToTry(all, 0, configuration).filter(({ otherFields, image_url }) => found(otherFields, image_url))
  const alone = Math.min(addresses.length, JOBS[profile])
  // With other fields, the first accepted image ends the test; a long video is possible only if none was accepted alone.
  const jobs = Math.min(alone + (isFull ? 1 : 0), share?.jobs ?? Number.POSITIVE_INFINITY)
  return {
    requests: addresses.length + pairs.length + 1,
    jobs,
    mayBeRefused: true,
    videoSeconds: Math.max(jobs * FIELDS.duration.least, isFull && jobs > 0 ? LONGEST : 0),
    // Only the image accepted with other fields may cost another price, and there is at most one.
    ...(pricing && {
      money: largest([
        pricing.plain(jobs, jobs * FIELDS.duration.least),
        pricing.any(isFull && jobs > 0 ? 1 : 0, LONGEST),
      ]),
    }),
  }
}

/** Each accepted image becomes a job that must fail; a few of them are enough. */
async function tryEach(drive: Driver, addresses: readonly string[]): Promise<void> {
  const control = await drive.control('POST /videos')
  const { prompt: _, ...fields } = fieldsSent(control.request)
  let jobs = 0
  for (const image_url of drive.asTimeAllows(addresses)) {
    if (jobs >= JOBS[drive.configuration.profile]) {
      drive.gap(`image_url ${JSON.stringify(image_url)}`, `${jobs} others were already accepted, and each costs a job`)
      continue
    }
    const what = `image_url ${JSON.stringify(image_url)} alone`
    const answer = await submitOdd(drive, control, what, { ...fields, image_url })
    if (!answer || !succeeded(answer)) continue
    jobs++
    if (recordOf((await drive.jobs.endOf(answer)) ?? answer)?.status === 'succeeded') return
  }
  await tryWithOtherFields(drive, control, fields, pairsToTry(addresses, jobs, drive.configuration))
  await drive.repeatControl(await drive.control('GET /models'))
}

/** If accepted images cost jobs, only a few are tried with an empty prompt, and only in full. */
function pairsToTry(addresses: readonly string[], jobs: number, { profile }: Configuration): readonly Pair[] {
  if (profile === 'full') return jobs === 0 ? pairsWith(addresses) : pairsWith(addresses, [NOTHING]).slice(0, FEW)
  return jobs === 0 && JOBS[profile] > 0 ? pairsWith(addresses, [NOTHING]) : []
}

/** Images that were refused alone may be accepted next to other fields, where a server may not check them. */
async function tryWithOtherFields(
  drive: Driver,
  control: Control,
  fields: Fields,
  pairs: readonly Pair[],
): Promise<void> {
  for (const { otherFields, image_url } of pairs) {
    if (!drive.hasTimeToSpare()) return
    const what = `image_url ${JSON.stringify(image_url)} beside ${Object.keys(otherFields).join(', ')}`
    const answer = await submitOdd(drive, control, what, { ...fields, ...otherFields, image_url })
    if (!answer || !succeeded(answer)) continue
    await drive.jobs.endOf(answer)
    return
  }
}

async function submitOdd(drive: Driver, control: Control, what: string, fields: Fields): Promise<Exchange | undefined> {
  const request = { ...control.request, body: JSON.stringify(fields) }
  return drive.withinLimits(what, () => drive.probe(what, control, request, { wrong: ['body'], mayBeTakenOn: true }))
}

type Pair = { otherFields: Fields; image_url: string }

/** Each image with an empty prompt, the empty image first; a few with all other fields, the rest with some. */
function pairsWith(addresses: readonly string[], otherFieldSets: readonly Fields[] = OTHER_FIELDS): Pair[] {
  const pairs = otherFieldSets.flatMap((otherFields, turn) =>
    addresses.flatMap((image_url, index) =>
      otherFields === NOTHING || index < FEW || (index + turn) % ONE_IN === 0 ? [{ otherFields, image_url }] : [],
    ),
  )
  const isEmpty = ({ otherFields, image_url }: Pair) => otherFields === NOTHING && image_url === ''
  return [...pairs.filter(isEmpty), ...pairs.filter((pair) => !isEmpty(pair))]
}

const FEW = 6
const ONE_IN = 3
const LONGEST = 2
/** An empty prompt supplies nothing: a server that checks only for its presence accepts any image with it. */
const NOTHING: Fields = { prompt: '' }
const OTHER_FIELDS: readonly Fields[] = [
  NOTHING,
  { resolution: '720p' },
  { resolution: '4k' },
  { ratio: '9:16' },
  { fps: 30 },
  { bit_depth: 10 },
  { duration: LONGEST },
]

function judge({ exchanges, facts, gaps }: Evidence): Verdict {
  const probes = lastWords(exchanges).filter((each) => each.purpose.part === 'probe')
  if (probes.length === 0) return skip(gaps[0]?.why ?? 'no image could be submitted', gaps[0]?.cause)
  const taken = probes.filter(succeeded)
  const endOf = (each: Exchange) => facts.endOf(each.n)
  const statusAtEnd = (each: Exchange) => recordOf(endOf(each) ?? each)?.status
  const succeeding = taken.filter((each) => endOf(each) && statusAtEnd(each) === 'succeeded')
  if (succeeding.length > 0) {
    return fail(
      succeeding.map((each) => ({
        case: each.purpose.case!,
        expected: REFUSED_OR_FAILED,
        received: `${statusOf(each)}, and the job succeeded`,
        evidence: [each.n, endOf(each)!.n],
      })),
      probes.length,
    )
  }
  const closed = probes.find((each) => [401, 402, 403].includes(statusOf(each) ?? 0))
  if (closed) {
    return inconclusive(
      `${closed.purpose.case}: ${receivedInWords(closed)}: the key may be invalid, or the account may lack credits or permissions`,
      [closed.n],
    )
  }
  const control = exchanges.findLast((each) => each.purpose.part === 'control')
  if (control && !succeeded(control)) return inconclusive(stoppedWorking(control), [control.n])
  const open = [...taken.filter((each) => !endOf(each) || statusAtEnd(each) !== 'failed'), ...probes.filter(undecided)]
  const evidence = probes.map(({ n }) => n).slice(0, 20)
  if (open.length > 0) {
    const why = undecided(open[0]!) ?? 'its job did not finish'
    return inconclusive(`${list(open.slice(0, 3).map(({ purpose }) => purpose.case!))}: ${why}`, evidence)
  }
  const remark = gaps.length > 0 ? `${gaps.length} more were not sent, because each would have cost a job` : undefined
  return pass(probes.length, evidence, remark)
}

export const images: Experiment[] = [
  neverSucceeds('submission.image-is-public-https', notHttps),
  neverSucceeds('submission.image-host-public', ofPrivateHosts),
]
