import fc from 'fast-check'
import type { Configuration, Profile } from '../../engine/config/configuration.ts'
import { pricingOf } from '../../engine/config/prices/prices.ts'
import { fieldsSent, succeeded } from '../../engine/history/reading/reading.ts'
import { fits } from '../../engine/http/limits/amount.ts'
import { requestTo } from '../../engine/http/requests.ts'
import type { Job } from '../../engine/jobs/job.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import type { Cost, Phase, PlanInput } from '../../engine/run/driving/phase.ts'
import { FIELDS, RESOLUTIONS } from '../../spec/words.ts'
import { DURATIONS_IN_TURN, goodBodies } from '../inputs/bodies/good-bodies.ts'
import { shownBy } from '../limits/shown.ts'
import { COMMANDS, type Command, type Real, type Scene, StoryBroken } from './commands.ts'
import { Referee } from './referee.ts'

const JOBS: Record<Profile, number> = { smoke: 0, standard: 0, full: 6 }
const SEQUENCES: Record<Profile, number> = { smoke: 0, standard: 2, full: 6 }
const COMMANDS_OF_ONE = 40
/** More keys, which are asked for the list of models. */
const MORE_KEYS = ['A2', 'B'] as const satisfies readonly KeyName[]
const RESTS = 8

/** Upper limit of jobs for random sequences in a full run. */
const JOBS_OF_A_FULL_RUN = 120
const JOBS_OF_A_SEQUENCE = 4

type Size = { jobs: number; sequences: number; generated: number }

function sizeOf({ profile, maxJobs = 0 }: Pick<Configuration, 'profile' | 'maxJobs'>): Size {
  const more = profile === 'full' ? Math.max(0, maxJobs - JOBS_OF_A_FULL_RUN) : 0
  return {
    jobs: JOBS[profile] + more,
    sequences: SEQUENCES[profile] + Math.ceil(more / JOBS_OF_A_SEQUENCE),
    generated: GENERATED + more,
  }
}

/** The same before a run as in it. */
function sequencesOf({ seed }: Pick<Configuration, 'seed'>, size: Size): Command[][] {
  const sequence = fc.array(fc.oneof(...COMMANDS), { maxLength: COMMANDS_OF_ONE, size: 'max' })
  const all = fc.sample(sequence, { seed, numRuns: size.sequences })
  const early = earlyOf(size)
  return [...withTheirOwnJobs(all.slice(0, early)), ...all.slice(early)]
}

/** Where there is room, their jobs ripen beside the others, and the rest is played with all that have come to their ends. */
const earlyOf = ({ jobs, sequences }: Size) => (jobs > 0 ? Math.ceil(sequences / 2) : 0)

/** What is about a job comes after the first one is submitted. */
function withTheirOwnJobs(sequences: readonly Command[][]): Command[][] {
  let isAnyJob = false
  return sequences.map((sequence) =>
    sequence.filter(({ submits, needsAJob }) => {
      isAnyJob ||= submits !== undefined
      return isAnyJob || !needsAJob
    }),
  )
}

function costOf(input: PlanInput): Cost {
  const { configuration, keys, share } = input
  const wished = sizeOf(configuration)
  const submissions = sequencesOf(configuration, wished)
    .flat()
    .filter(({ submits }) => submits !== undefined)
  const lengths = lengthsOf(configuration, wished)
  const secondsOf = (some: readonly Command[]) =>
    some.reduce((sum, { submits = 0 }) => sum + lengths[submits % lengths.length]!, 0)
  let submitting = submissions.slice(0, wished.jobs)
  const pricing = pricingOf(configuration.prices)
  const hasRoom = (some: readonly Command[]) => {
    const videoSeconds = secondsOf(some)
    const money = pricing?.any(some.length, videoSeconds) ?? 0n
    return !share || fits({ jobs: some.length, videoSeconds, money }, share)
  }
  while (submitting.length > 0 && !hasRoom(submitting)) submitting = submitting.slice(0, -1)
  const others = sequencesOf(configuration, { ...wished, jobs: submitting.length })
    .flat()
    .filter(({ submits }) => submits === undefined)
  return {
    requests:
      [...submitting, ...others].reduce((sum, { sends }) => sum + sends(keys), 0) +
      MORE_KEYS.filter((key) => keys.includes(key)).length,
    // Without limits the same for every seed.
    jobs: share ? submitting.length : wished.jobs,
    videoSeconds: share ? secondsOf(submitting) : wished.jobs * Math.max(...lengths),
  }
}

/** Random sequences, after all jobs that other checks need. */
export const STORY: Phase = {
  name: 'random sequences',
  priority: 2,
  max: costOf,
  lasts(input, { answerMs }) {
    const { configuration } = input
    const rests = sequencesOf(configuration, sizeOf(configuration))
      .flat()
      .filter(({ sends }) => sends(input.keys) === 0)
    return costOf(input).requests * answerMs + Math.min(RESTS, rests.length) * configuration.pollIntervalMs
  },
  drive: playOut,
}

/** Runs sequences on the same jobs, up to the first violation. */
async function playOut(drive: Drive): Promise<void> {
  const wished = sizeOf(drive.configuration)
  const size = { ...wished, jobs: Math.min(wished.jobs, drive.jobs.most) }
  const real: Real = { drive, referee: new Referee(drive.dialect.idWay), ...(await means(drive, size)) }
  const scene: Scene = { jobs: [], left: size.jobs, rests: RESTS }
  const play = async (sequences: readonly Command[][]) => {
    for (const command of sequences.flat())
      if (drive.hasTimeToSpare() && command.can(scene)) await command.run(scene, real)
  }
  const sequences = sequencesOf(drive.configuration, size)
  await drive.jobs.placed()
  const early = drive.jobs.areScarce ? 0 : earlyOf(size)
  try {
    await play(sequences.slice(0, early))
    for (const job of scene.jobs) drive.jobs.release(job)
    await drive.jobs.ended()
    scene.jobs.unshift(...finishedJobs(drive))
    await play(sequences.slice(early))
  } catch (error) {
    // What was sent tells the rest: the judge sees the same answers.
    if (!(error instanceof StoryBroken)) throw error
  } finally {
    for (const job of scene.jobs) drive.jobs.release(job)
  }
}

/** One of each key that the run has seen come to its end: they cost nothing more. */
function finishedJobs(drive: Drive): Job[] {
  return (['A', 'A2', 'B'] as const).flatMap((key) => drive.jobs.finishedOf(key) ?? [])
}

async function means(
  drive: Drive,
  { generated }: Size,
): Promise<Pick<Real, 'plainest' | 'bodies' | 'badBodies' | 'keys' | 'aliases'>> {
  const { request } = await drive.twin('POST /videos')
  const fields = fieldsSent(request)
  const { imageUrl, failingPrompt, maxResolution, maxDuration = FIELDS.duration.most, seed } = drive.configuration
  const { prompt: _, ...others } = fields
  const material = {
    accepted: fields,
    aliases: drive.dialect.models?.aliases ?? [String(fields.model)],
    ...(imageUrl !== undefined && { imageUrl }),
  }
  const most = RESOLUTIONS.indexOf((maxResolution ?? RESOLUTIONS.at(-1)) as (typeof RESOLUTIONS)[number])
  const isAllowed = ({ resolution }: Record<string, unknown>) =>
    resolution === undefined || RESOLUTIONS.indexOf(resolution as (typeof RESOLUTIONS)[number]) <= most
  const good = goodBodies(material, seed, isAllowed, durationsWithin(maxDuration))
  const text = (each: object) => JSON.stringify(each)
  const bodies = [
    text(fields),
    text(fields),
    ...NEIGHBOURS.map((neighbour) => text({ ...fields, ...neighbour })),
    ...Array.from({ length: generated }, () => good.next().value),
    ...(failingPrompt === undefined ? [] : [text({ ...fields, prompt: failingPrompt, fps: FIELDS.fps.most })]),
  ]
  const badBodies = [others, { ...fields, fps: 0 }, { ...fields, resolution: '8k' }, { ...fields, model: null }]
  return { plainest: text(fields), bodies, badBodies: badBodies.map(text), ...(await workingKeys(drive)) }
}

const GENERATED = 4

const durationsWithin = (most: number) =>
  DURATIONS_IN_TURN.filter((duration) => (duration ?? FIELDS.duration.default) <= most)

/** How much video each of the bodies asks for, in their order. */
function lengthsOf(
  { maxDuration = FIELDS.duration.most, failingPrompt }: Configuration,
  { generated }: Size,
): number[] {
  const durations = durationsWithin(maxDuration)
  const plain = FIELDS.duration.least
  return [
    plain,
    plain,
    ...NEIGHBOURS.map(() => plain),
    ...Array.from({ length: generated }, (_, index) => durations[index % durations.length] ?? FIELDS.duration.default),
    ...(failingPrompt === undefined ? [] : [plain]),
  ]
}
/** The plainest with one thing more: what is not told apart shows where both are under way. */
const NEIGHBOURS = [{ bit_depth: 10 }, { fps: FIELDS.fps.least }, { ratio: '9:16' }]

/** What each of them was shown of the models. A key that the user mixed up explains too much to be used here. */
async function workingKeys(drive: Drive): Promise<Pick<Real, 'keys' | 'aliases'>> {
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
