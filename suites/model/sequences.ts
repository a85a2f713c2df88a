import fc from 'fast-check'
import type { Configuration, Profile } from '../../engine/config/configuration.ts'
import { fieldsSent, succeeded } from '../../engine/history/reading/reading.ts'
import { requestTo } from '../../engine/http/requests.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Driver } from '../../engine/run/driver.ts'
import type { Cost, Phase, PlanInput } from '../../engine/run/phase.ts'
import { FIELDS, RESOLUTIONS } from '../../spec/words.ts'
import { DURATIONS_IN_TURN, goodBodies } from '../inputs/bodies/good-bodies.ts'
import { shownBy } from '../limits/shown.ts'
import { COMMANDS, type Command, type Context, type State, Violated } from './commands.ts'
import { Model } from './expected.ts'

const JOBS: Record<Profile, number> = { smoke: 0, standard: 0, full: 6 }
const SEQUENCES: Record<Profile, number> = { smoke: 0, standard: 2, full: 6 }
const MOST_COMMANDS = 40
const MOST_WAITS = 8
const GENERATED = 4
const MORE_KEYS = ['A2', 'B'] as const satisfies readonly KeyName[]

/** The same before a run as in it. */
function sequencesOf({ seed, profile }: Configuration): Command[][] {
  const sequence = fc.array(fc.oneof(...COMMANDS), { maxLength: MOST_COMMANDS, size: 'max' })
  return fc.sample(sequence, { seed, numRuns: SEQUENCES[profile] })
}

function max({ configuration, keys }: PlanInput): Cost {
  const jobs = JOBS[configuration.profile]
  const sent = sequencesOf(configuration)
    .flat()
    .reduce((sum, { sends }) => sum + sends(keys), 0)
  const { maxDuration = FIELDS.duration.most } = configuration
  const drawn = durationsWithin(maxDuration).slice(0, GENERATED)
  const longest = Math.max(...drawn.map((each) => each ?? FIELDS.duration.default))
  return { requests: sent + MORE_KEYS.length, jobs, videoSeconds: jobs * longest }
}

/** Random sequences, after all jobs that other checks need. */
export const RANDOM_SEQUENCES: Phase = {
  name: 'random sequences',
  priority: 2,
  max,
  lasts: (input, { answerMs }) => max(input).requests * answerMs + MOST_WAITS * input.configuration.pollIntervalMs,
  drive: sendSequences,
}

/** Half of the sequences with new jobs while other checks run, the rest with all jobs after they have finished. */
async function sendSequences(drive: Driver): Promise<void> {
  const { jobs, configuration } = drive
  const context: Context = { drive, model: new Model(drive.dialect.idWay), ...(await inputsOf(drive)) }
  const left = Math.min(JOBS[configuration.profile], jobs.most)
  const state: State = { jobs: [], left, waits: MOST_WAITS }
  const send = async (sequences: readonly Command[][]) => {
    for (const command of sequences.flat())
      if (drive.hasTimeToSpare() && command.can(state)) await command.run(state, context)
  }
  const sequences = sequencesOf(configuration)
  await jobs.placed()
  const early = left === 0 || jobs.wasFull ? 0 : Math.ceil(sequences.length / 2)
  try {
    await send(sequences.slice(0, early))
    for (const job of state.jobs) jobs.release(job)
    await jobs.ended()
    state.jobs.unshift(...(['A', 'A2', 'B'] as const).flatMap((key) => jobs.finishedOf(key) ?? []))
    await send(sequences.slice(early))
  } catch (error) {
    // The judge sees the same responses.
    if (!(error instanceof Violated)) throw error
  } finally {
    for (const job of state.jobs) jobs.release(job)
  }
}

const durationsWithin = (most: number) =>
  DURATIONS_IN_TURN.filter((duration) => (duration ?? FIELDS.duration.default) <= most)

/** Bodies that differ from the plainest in one field: a server may take them for the same. */
const NEIGHBOURS = [{ bit_depth: 10 }, { fps: FIELDS.fps.least }, { ratio: '9:16' }]

async function inputsOf(drive: Driver): Promise<Omit<Context, 'drive' | 'model'>> {
  const { request } = await drive.control('POST /videos')
  const fields = fieldsSent(request)
  const { imageUrl, failingPrompt, maxResolution, maxDuration = FIELDS.duration.most, seed } = drive.configuration
  const { prompt: _, ...others } = fields
  const material = {
    accepted: fields,
    aliases: drive.dialect.models?.aliases ?? [String(fields.model)],
    ...(imageUrl !== undefined && { imageUrl }),
  }
  const sizes: readonly unknown[] = RESOLUTIONS
  const most = sizes.indexOf(maxResolution ?? RESOLUTIONS.at(-1))
  const isAllowed = ({ resolution }: Record<string, unknown>) =>
    resolution === undefined || sizes.indexOf(resolution) <= most
  const good = goodBodies(material, seed, isAllowed, durationsWithin(maxDuration))
  const text = (each: object) => JSON.stringify(each)
  const bodies = [
    text(fields),
    text(fields),
    ...NEIGHBOURS.map((neighbour) => text({ ...fields, ...neighbour })),
    ...Array.from({ length: GENERATED }, () => good.next().value),
    ...(failingPrompt === undefined ? [] : [text({ ...fields, prompt: failingPrompt, fps: FIELDS.fps.most })]),
  ]
  const badBodies = [others, { ...fields, fps: 0 }, { ...fields, resolution: '8k' }, { ...fields, model: null }]
  return { plainest: text(fields), bodies, badBodies: badBodies.map(text), ...(await workingKeys(drive)) }
}

/** Keys that are accepted, and the models that are listed to each. */
async function workingKeys(drive: Driver): Promise<Pick<Context, 'keys' | 'aliases'>> {
  const keys: KeyName[] = ['A']
  const aliases = new Map<KeyName, readonly string[]>()
  for (const key of MORE_KEYS.filter((each) => drive.has(each))) {
    const read = await drive.good('GET /models', requestTo(drive.target, 'GET /models', { key }))
    if (!succeeded(read)) continue
    keys.push(key)
    aliases.set(key, shownBy(read, drive.dialect.models))
  }
  return { keys, aliases }
}
