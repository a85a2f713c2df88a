import { recordOf, succeeded } from '../../engine/history/reading/reading.ts'
import { inPath } from '../../engine/http/requests.ts'
import type { Interaction } from '../../engine/pact/verifier.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import type { JobsAtHand } from '../../engine/run/driving/jobs-at-hand.ts'
import { missingInWords, type Need } from '../../spec/clause.ts'
import { FIELDS } from '../../spec/words.ts'
import { chanceOfAJob, IMPLAUSIBLE, idLike } from '../inputs/ids/id-forms.ts'

type Values = Record<string, string>

/** Far from the ids that other checks draw. */
const OWN_DRAW = 7001

const AN_IMAGE = 'an image that the service may use'

/** What the run was not given cannot be submitted. */
export const isWithinReach = ({ providerStates = [] }: Interaction, { imageUrl }: Drive['configuration']) =>
  imageUrl !== undefined || providerStates.every(({ name }) => name !== AN_IMAGE)
/** waits: for a job of the run · longIds: where any id may be a job's, a job that is found proves nothing. */
type State = { make(drive: Drive): Values | Promise<Values>; waits?: true; longIds?: true }

/** How each state of the contract is made, over HTTP and from the jobs that the run has anyway. */
export const STATES: Record<string, State> = {
  'an alias is listed': {
    make(drive) {
      const alias = drive.configuration.model ?? drive.dialect.alias
      return alias === undefined ? drive.notTried('GET /models lists no alias to submit a job with') : { alias }
    },
  },
  [AN_IMAGE]: {
    make(drive) {
      const image = drive.configuration.imageUrl
      return image === undefined ? lacks(drive, 'image') : { image }
    },
  },
  'a key of another account': {
    make: (drive) => (drive.has('B') ? {} : lacks(drive, 'other-account-key')),
    longIds: true,
  },
  'a job that succeeded': {
    async make(drive) {
      const job = await drive.jobs.finished()
      if (statusIn(job) === 'succeeded') return idOf(job)
      const other = (await drive.jobs.ended()).find((each) => each.key === 'A' && statusIn(each) === 'succeeded')
      return other ? idOf(other) : drive.notTried('no job of the run has succeeded')
    },
    waits: true,
  },
  'a job that failed': {
    async make(drive) {
      const failed = (await drive.jobs.ended()).find((each) => each.key === 'A' && statusIn(each) === 'failed')
      return failed ? idOf(failed) : failAJob(drive)
    },
    waits: true,
  },
  'an id that no job has': {
    async make(drive) {
      const { id } = await drive.jobs.first()
      return { id: inPath(idLike(id, drive.configuration.seed + OWN_DRAW)) }
    },
    waits: true,
    longIds: true,
  },
}

const lacks = (drive: Drive, need: Need) => drive.notTried(missingInWords(need), { kind: 'missing', need })

export async function valuesOf(drive: Drive, names: readonly string[]): Promise<Values> {
  const made: Values = {}
  for (const name of names) {
    const state = STATES[name]
    if (!state) throw new Error(`the contract uses an unknown provider state: ${name}`)
    Object.assign(made, await state.make(drive))
    if (state.longIds && chanceOfAJob((await drive.jobs.first()).id) > IMPLAUSIBLE)
      drive.notTried('ids are so short that any id may belong to a job')
  }
  return made
}

type Ended = Awaited<ReturnType<JobsAtHand['ended']>>[number]

const statusIn = ({ final }: Ended) => final && recordOf(final)?.status
const idOf = ({ id }: Ended): Values => ({ id: inPath(id) })

export const makesAFailingJob = ({ failingPrompt, only }: Drive['configuration']) =>
  failingPrompt !== undefined && only.length > 0

/** Only where the contract was asked for: in a whole run such a job is there already, or none may be made. */
async function failAJob(drive: Drive): Promise<Values> {
  const { failingPrompt } = drive.configuration
  const alias = drive.configuration.model ?? drive.dialect.alias
  if (!makesAFailingJob(drive.configuration) || alias === undefined)
    return drive.notTried('no job of the run has failed (GATECHECK_FAILING_PROMPT makes one)', {
      kind: 'missing',
      need: 'failing-prompt',
    })
  const body = JSON.stringify({ model: alias, prompt: failingPrompt, duration: FIELDS.duration.least })
  const { exchange, job } = await drive.jobs.submit(body, {
    purpose: { case: 'the prompt in GATECHECK_FAILING_PROMPT' },
  })
  await job?.end
  const failed = succeeded(exchange) && job && statusIn(job) === 'failed'
  return failed ? idOf(job) : drive.notTried('the prompt in GATECHECK_FAILING_PROMPT did not fail')
}
