import { below } from '../../engine/config/target.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { whyUnread } from '../../engine/history/reading/reading.ts'
import { undecided } from '../../engine/judge/probes.ts'
import { withoutRecipes } from '../../engine/keys/placeholders.ts'
import { questionOf } from '../../engine/pact/conformance/question.ts'
import { promisesOf } from '../../engine/pact/conformance/violations.ts'
import type { PactFile, PactInteraction } from '../../engine/pact/file/pact-file.ts'
import type { Relayed, RelayedAnswer } from '../../engine/pact/relay.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { NotTested } from '../../engine/run/not-tested.ts'
import { controlOf, countedOf, once, type Tools, withVerifier } from '../pact/verification.ts'
import { type Made, made } from './made.ts'
import { contractOf, headersOf, pathOf } from './rewritten.ts'
import { wantedBy } from './wanted.ts'

export type Case = { name: string; file: PactFile; interaction: PactInteraction }

/** Each interaction of the files, with a unique name. */
export function casesIn(files: readonly PactFile[]): Case[] {
  const seen = new Map<string, number>()
  return files.flatMap((file) =>
    file.interactions.map((interaction) => {
      const plain = files.length > 1 ? `${file.consumer}: ${interaction.description}` : interaction.description
      const times = (seen.get(plain) ?? 0) + 1
      seen.set(plain, times)
      return { name: times > 1 ? `${plain} (${times})` : plain, file, interaction }
    }),
  )
}

/** Pact compares; the differences that violate the specification are found from the same response. */
export const verifyPacts = (drive: Driver, cases: readonly Case[]): Promise<void> =>
  withVerifier(drive, async (tools) => {
    for (const each of cheapestFirst(cases)) await verifyOne(drive, each, tools)
  })

const WAITS = ['nothing', 'unknown', 'submission', 'any job', 'id that no job has']

/** Interactions that need no job come first, while jobs proceed; the one that uses all capacity comes last. */
function cheapestFirst(cases: readonly Case[]): Case[] {
  const order = ({ interaction }: Case) => {
    const { kind } = wantedBy(interaction)
    if (kind === 'no room') return WAITS.length + 1
    return WAITS.includes(kind) ? WAITS.indexOf(kind) : WAITS.length
  }
  return [...cases].sort((a, b) => order(a) - order(b))
}

async function verifyOne(drive: Driver, each: Case, tools: Tools): Promise<void> {
  const { name, interaction } = each
  const promises = promisesOf(interaction)
  try {
    const wanted = wantedBy(interaction)
    if (wanted.kind === 'unknown') drive.notTested(wanted.why)
    else recordFindings(drive, each, await asked(drive, each, await made(drive, wanted), tools), promises)
  } catch (error) {
    if (!(error instanceof NotTested)) throw error
    drive.gap(
      name,
      error,
      promises.map(({ clause }) => clause),
    )
  }
}

type Found = { exchange: Exchange; polled: string | undefined; mismatches: string[]; doubt?: string; control?: number }

async function asked(drive: Driver, { name, file, interaction }: Case, how: Made, tools: Tools): Promise<Found> {
  const { relay, verifier } = tools
  let exchange: Exchange | undefined
  const forward = async (request: Relayed): Promise<RelayedAnswer> => {
    exchange = how.seen ?? (await send(drive, { name, interaction }, how, request))
    const { status, headers, body } = exchange.answer ?? { status: 502, headers: [], body: '' }
    return { status, headers, body }
  }
  const contract = contractOf(file, interaction, how)
  const ask = () =>
    relay.during({ values: {}, forward }, () =>
      verifier.mismatches({
        contract,
        baseUrl: relay.baseUrl,
        statesUrl: relay.statesUrl,
        timeoutMs: drive.configuration.deadlineMs,
      }),
    )
  const found = await ask().catch(once(ask))
  if (!exchange) return drive.notTested('Pact sent no request for it: its format version may not be supported')
  const { mismatches, doubt: unread } = countedOf(exchange, found)
  const control =
    mismatches.length > 0 && unread === undefined && !how.seen
      ? await controlOf(drive, exchange, { isSubmission: isAccepted(interaction), path: interaction.request.path })
      : undefined
  const doubt = (how.seen ? undefined : undecided(exchange)) ?? unread ?? control?.doubt
  return {
    exchange,
    polled: how.id,
    mismatches,
    ...(doubt !== undefined && { doubt }),
    ...(control && { control: control.n }),
  }
}

export function isAccepted(interaction: PactInteraction): boolean {
  const question = questionOf(interaction)
  return question?.kind === 'submission' && !question.isRoomless && question.opinion.verdict === 'accept'
}

async function send(
  drive: Driver,
  { name, interaction }: Pick<Case, 'name' | 'interaction'>,
  how: Made,
  { method, path, body, headers: sent }: Relayed,
): Promise<Exchange> {
  const headers = headersOf(interaction, how, sent)
  const text = withoutRecipes(body)
  if (isAccepted(interaction)) return (await drive.jobs.submit(text, { headers, purpose: { case: name } })).exchange
  const query = path.includes('?') ? path.slice(path.indexOf('?')) : ''
  const request = { method, path: below(drive.target, pathOf(interaction, how) + withoutRecipes(query)), headers }
  const question = questionOf(interaction)!
  const isGood = question.kind === 'reading' || (question.kind === 'poll' && question.whose === 'own')
  if (isGood) return drive.good(name, request, how.id === undefined ? {} : { polled: how.id })
  if (question.kind === 'with an odd key') return drive.observe(name, request, { open: 'auth.lower-case-bearer' })
  const twin = await drive.control(question.endpoint)
  return drive.probe(name, twin, { ...request, ...(method === 'POST' && { body: text }) })
}

/** Each mismatch is either a violation or named as unspecified. */
function recordFindings(
  drive: Driver,
  { name }: Case,
  { exchange, polled, mismatches, doubt, control }: Found,
  promises: ReturnType<typeof promisesOf>,
): void {
  const evidence = [...(control === undefined || control === exchange.n ? [] : [control]), exchange.n]
  const cut = exchange.answer?.shortened
    ? 'its long texts and lists were truncated before Pact checked them'
    : undefined
  const unsure = doubt ?? cut
  const about = { case: name, evidence, ...(unsure !== undefined && { doubt: unsure }) }
  const isMissed = mismatches.length > 0
  let isExplained = false
  for (const { clause, expected, isKept } of promises) {
    const keeps = !isMissed || isKept(exchange, polled)
    isExplained ||= keeps === false
    drive.found({
      ...about,
      ...(keeps === undefined && { doubt: doubt ?? `its body cannot be read: ${whyUnread(exchange)}` }),
      clause,
      expected,
      mismatches: keeps === true ? [] : mismatches,
    })
  }
  if (!isExplained) drive.found({ ...about, expected: 'the response that the contract requires', mismatches })
}
