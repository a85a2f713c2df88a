import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { fieldsSent, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/who-asks.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { requestTo } from '../../engine/http/requests.ts'
import { type Facts, type Rule, rule } from '../../engine/judge/check.ts'
import { isNotAccepted } from '../../engine/judge/expectations.ts'
import { isAboutMoney, undecided } from '../../engine/judge/probes.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import { fitsUnexpected } from '../../engine/run/driving/fits.ts'
import { NotTried } from '../../engine/run/driving/not-tried.ts'
import type { Phase } from '../../engine/run/driving/phase.ts'
import type { Twin } from '../../engine/run/driving/shared.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { REFUSING_CLAUSES } from '../../spec/oracle.ts'
import { FIELDS } from '../../spec/words.ts'
import { type BadBody, badBodies, type Material } from '../inputs/bodies/bad-bodies.ts'
import { MANNERS, type Manner } from '../inputs/requests.ts'
import { ODD_REQUESTS } from '../probed.ts'
import { inLanes, roomFor } from './lanes.ts'

const AT_ONCE = 6

/** The first that is accepted costs a job and shows the fault: no more of its clause are sent. */
async function sendBadBodies(drive: Drive): Promise<void> {
  const twin = await drive.twin('POST /videos')
  const bodies = badBodies(materialFrom(drive, twin), drive.configuration.seed)
  const broken = new Set<ClauseId>()
  const keys = await keysOf(drive)
  const room = roomFor(drive)
  const { unexpected } = drive.jobs
  const known = { configuration: drive.configuration, ...(unexpected && { unexpected }) }
  const fits = fitsUnexpected(known)
  let left = mostBodies(known)
  const send = async ([turn, bad]: [number, BadBody]) => {
    if (broken.has(bad.breaks) || (fits(bad.text) && left-- <= 0)) return
    const key = keys[turn % keys.length]!
    const manner = mannerOf(turn)
    const plain = requestTo(drive.target, 'POST /videos', { key, body: bad.text })
    const as = `${key === 'A' ? '' : ', from another key of the account'}${manner ? `, ${manner.what}` : ''}`
    const what = `${bad.what}${as}`
    const answer = await room(what, () =>
      drive.probe(what, twin, manner?.of(plain) ?? plain, {
        breaks: bad.breaks,
        wrong: manner ? ['body', 'manner'] : ['body'],
      }),
    )
    if (succeeded(answer)) broken.add(bad.breaks)
  }
  // With few jobs to spare, those under way would take the room from each other.
  const { maxJobs, maxCost } = drive.configuration
  const atOnce = maxJobs === undefined && maxCost === undefined ? AT_ONCE : 1
  try {
    await inLanes(atOnce, inTurn(bodies.take(drive.configuration.generate)), send, () => drive.hasTimeToSpare())
  } catch (error) {
    if (!(error instanceof NotTried)) throw error
    drive.gap(BAD_BODIES.name, error)
  }
  await drive.control(await drive.twin('GET /models'))
}

/** Whatever goes with a thing goes by its number: those under way at once come to their ends in any order. */
function* inTurn<T>(things: Iterable<T>): Generator<[number, T]> {
  let turn = 0
  for (const thing of things) yield [turn++, thing]
}

/** Whether a server takes a body that is sent in another manner is open; what is in it has to be checked in each. */
const ONE_IN = 7

const mannerOf = (turn: number): Manner | undefined =>
  turn % ONE_IN === ONE_IN - 1 ? MANNERS[Math.floor(turn / ONE_IN) % MANNERS.length] : undefined

/** What one accepted submission gives away: enough to spoil it in every way. */
export function materialFrom({ dialect, configuration: { imageUrl } }: Drive, { request }: Twin): Material {
  const accepted = fieldsSent(request) as Material['accepted']
  const aliases = [...new Set([String(accepted.model), ...(dialect.models?.aliases ?? [])])]
  return { accepted, aliases, ...(imageUrl !== undefined && { imageUrl }) }
}

/** Mostly the usual one; whoever looks away at another key of the account is met by it now and then. */
async function keysOf(drive: Drive): Promise<KeyName[]> {
  if (!drive.has('A2')) return ['A']
  const reads = await drive.good('GET /models', requestTo(drive.target, 'GET /models', { key: 'A2' }))
  return succeeded(reads) ? ['A', 'A', 'A2', 'A'] : ['A']
}

/** What a server takes on is known in a run only; what bodies ask for is much the same whatever that is. */
const STAND_IN: Material = {
  accepted: { model: 'a model', prompt: 'A paper boat.', duration: FIELDS.duration.least },
  aliases: ['a model'],
}

/** Of so many as are to be generated, as many as find room: the same before a run as in it, which sends no more. */
function mostBodies(known: Parameters<typeof fitsUnexpected>[0]): number {
  const { seed, generate } = known.configuration
  if (!known.unexpected) return generate
  const fits = fitsUnexpected(known)
  return badBodies(STAND_IN, seed)
    .take(generate)
    .filter(({ text }) => fits(text))
    .reduce((sum) => sum + 1, 0)
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
      // An invalid body stays invalid, whatever else is unusual about the request.
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

/** Those under way at once may all be accepted: the smallest says it best. */
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
