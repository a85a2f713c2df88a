import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { fieldsSent, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { requestTo } from '../../engine/http/requests.ts'
import { type Facts, type Rule, rule } from '../../engine/judge/check.ts'
import { isNotAccepted } from '../../engine/judge/expectations.ts'
import { isAboutMoney, undecided } from '../../engine/judge/probes.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Control } from '../../engine/run/controls.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { NotTested } from '../../engine/run/not-tested.ts'
import type { Phase, PlanInput } from '../../engine/run/phase.ts'
import { fitsUnexpected } from '../../engine/run/planning/fits.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { REFUSING_CLAUSES } from '../../spec/oracle.ts'
import { FIELDS } from '../../spec/words.ts'
import { type BadBody, badBodies, type Material } from '../inputs/bodies/bad-bodies.ts'
import { MANNERS, type Manner } from '../inputs/requests.ts'
import { ODD_REQUESTS } from '../probed.ts'
import { inLanes, withinLimits } from './lanes.ts'

const AT_ONCE = 6

/** Once a body is accepted, no more that violate the same clause are sent, since each costs a job. */
async function sendBadBodies(drive: Driver): Promise<void> {
  const { configuration } = drive
  const control = await drive.control('POST /videos')
  const bodies = badBodies(materialFrom(drive, control), configuration.seed).take(configuration.generate)
  const violated = new Set<ClauseId>()
  const keys = await keysOf(drive)
  const limited = withinLimits(drive)
  let turn = 0
  const send = async (bad: BadBody) => {
    const index = turn++
    if (violated.has(bad.breaks)) return
    const key = keys[index % keys.length]!
    const way = wayOf(index)
    const plain = requestTo(drive.target, 'POST /videos', { key, body: bad.text })
    const as = `${key === 'A' ? '' : ', from another key of the account'}${way ? `, ${way.what}` : ''}`
    const what = `${bad.what}${as}`
    const about = { breaks: bad.breaks, wrong: way ? ['body' as const, 'manner' as const] : ['body' as const] }
    const answer = await limited(what, () => drive.probe(what, control, way?.of(plain) ?? plain, about))
    if (succeeded(answer)) violated.add(bad.breaks)
  }
  // With limits on jobs, several at once would exceed them together.
  const { maxJobs, maxCost } = configuration
  const atOnce = maxJobs === undefined && maxCost === undefined ? AT_ONCE : 1
  try {
    await inLanes(atOnce, bodies, send, () => drive.hasTimeToSpare())
  } catch (error) {
    if (!(error instanceof NotTested)) throw error
    drive.gap(BAD_BODIES.name, error)
  }
  await drive.repeatControl(await drive.control('GET /models'))
}

/** Whether a server accepts other headers or encodings is open, but it has to check the body. */
const ONE_IN = 7

const wayOf = (index: number): Manner | undefined =>
  index % ONE_IN === ONE_IN - 1 ? MANNERS[Math.floor(index / ONE_IN) % MANNERS.length] : undefined

/** Input for generated bodies: an accepted submission and the listed aliases. */
export function materialFrom({ dialect, configuration: { imageUrl } }: Driver, { request }: Control): Material {
  const accepted = fieldsSent(request) as Material['accepted']
  const aliases = [...new Set([String(accepted.model), ...(dialect.models?.aliases ?? [])])]
  return { accepted, aliases, ...(imageUrl !== undefined && { imageUrl }) }
}

/** One in four with another key of the account. */
async function keysOf(drive: Driver): Promise<KeyName[]> {
  if (!drive.has('A2')) return ['A']
  const reads = await drive.good('GET /models', requestTo(drive.target, 'GET /models', { key: 'A2' }))
  return succeeded(reads) ? ['A', 'A', 'A2', 'A'] : ['A']
}

/** Bodies differ little from server to server. */
const STAND_IN: Material = {
  accepted: { model: 'a model', prompt: 'A paper boat.', duration: FIELDS.duration.least },
  aliases: ['a model'],
}

/** With limits on jobs, only bodies that fit the reserve are sent. */
function mostBodies(input: PlanInput): number {
  const { seed, generate } = input.configuration
  if (!input.unexpected) return generate
  const fits = fitsUnexpected(input)
  const fitting = badBodies(STAND_IN, seed)
    .take(generate)
    .filter(({ text }) => fits(text))
  return [...fitting].length
}

const BAD_BODIES: Phase = {
  name: 'invalid bodies',
  spare: true,
  max: (input) => ({ requests: mostBodies(input) + 2 }),
  drive: sendBadBodies,
}

type Notes = { refused: number[]; accepted: Exchange[]; doubts: { n: number; why: string }[] }

function refusal(id: ClauseId): Rule {
  return rule<Notes>({
    id: `${id}/generated`,
    clause: id,
    suite: 'generated',
    byChance: true,
    from: 'standard',
    title: 'rejects generated invalid bodies',
    phases: [BAD_BODIES],
    begin: () => ({ refused: [], accepted: [], doubts: [] }),
    see(notes, exchange, facts) {
      const { part, breaks } = exchange.purpose
      if (part !== 'probe' || breaks !== id || isRefusedForItsKey(exchange, facts)) return
      const why =
        undecided(exchange) ??
        (isAboutMoney(exchange)
          ? `returned ${statusOf(exchange)}: the account may lack credits or permissions`
          : undefined)
      if (succeeded(exchange)) notes.accepted.push(exchange)
      else if (why) notes.doubts.push({ n: exchange.n, why })
      else notes.refused.push(exchange.n)
    },
    conclude({ refused, accepted, doubts }, facts: Facts) {
      const tried = refused.length + accepted.length
      if (accepted.length > 0)
        return fail(
          smallestFirst(accepted).map((each) => violation(each, facts)),
          tried,
        )
      if (tried > 0) return pass(tried, refused.slice(0, 20), `${tried} sent`)
      const [doubt] = doubts
      return doubt ? inconclusive(doubt.why, [doubt.n]) : skip('no body of this kind was generated')
    },
  })
}

const isRefusedForItsKey = ({ request }: Exchange, { isGood }: Facts) => {
  const key = keyOf(request)
  return key !== undefined && !isGood(key)
}

function smallestFirst(exchanges: readonly Exchange[]): Exchange[] {
  const length = ({ request }: Exchange) => request.body?.length ?? 0
  return [...exchanges].sort((a, b) => length(a) - length(b))
}

function violation(exchange: Exchange, { configuration }: Facts): Violation {
  const { purpose } = exchange
  const isGenerated = [BAD_BODIES.name, ODD_REQUESTS].includes(purpose.by)
  return {
    ...(purpose.case !== undefined && { case: purpose.case }),
    expected: isGenerated
      ? `${isNotAccepted.expected} (--seed ${configuration.seed} generates the same bodies)`
      : isNotAccepted.expected,
    received: receivedInWords(exchange),
    evidence: [purpose.twin!, exchange.n],
  }
}

export const generatedBadBodies: Rule[] = REFUSING_CLAUSES.map(refusal)
