import fc from 'fast-check'
import { goodBodies } from '../../fixtures/bodies/good-bodies.ts'
import type { Drive } from '../../runner/driving/drive.ts'
import { parseJson, succeeded } from '../../runner/history/reading.ts'
import type { Job } from '../../runner/jobs/job.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import type { Configuration, Profile } from '../../runner/settings/configuration.ts'
import { requestTo } from '../../runner/wire/requests.ts'
import { FIELDS, RESOLUTIONS } from '../../spec/words.ts'
import { COMMANDS, type Real, type Scene, StoryBroken } from './commands.ts'
import { Referee } from './referee.ts'

export const STORY = 'the model'

const JOBS: Record<Profile, number> = { smoke: 0, standard: 0, full: 6 }
const SEQUENCES: Record<Profile, number> = { smoke: 0, standard: 2, full: 6 }
const COMMANDS_OF_ONE = 40
/** A command sends at most so many requests. */
const MOST_OF_ONE = 5
const RESTS = 8

/** No full run makes more jobs of itself: whoever allows more gets more sequences, and more generated bodies. */
const JOBS_OF_A_FULL_RUN = 120
const JOBS_OF_A_SEQUENCE = 4

type Size = { jobs: number; sequences: number; generated: number }

export function sizeOf({ profile, maxJobs = 0 }: Pick<Configuration, 'profile' | 'maxJobs'>): Size {
  const more = profile === 'full' ? Math.max(0, maxJobs - JOBS_OF_A_FULL_RUN) : 0
  return {
    jobs: JOBS[profile] + more,
    sequences: SEQUENCES[profile] + Math.ceil(more / JOBS_OF_A_SEQUENCE),
    generated: GENERATED + more,
  }
}

export function costOf(configuration: Configuration): { requests: number; jobs: number; videoSeconds: number } {
  const { jobs, sequences } = sizeOf(configuration)
  // One more to see that the plainest is still accepted where another one is refused.
  const most = jobs > 0 ? jobs + 1 : 0
  return { requests: sequences * COMMANDS_OF_ONE * MOST_OF_ONE, jobs: most, videoSeconds: most * 5 }
}

/** Plays sequences one after the other, on the same jobs, up to the first answer that the law does not allow. */
export async function playOut(drive: Drive): Promise<void> {
  const { seed } = drive.configuration
  const size = sizeOf(drive.configuration)
  const real: Real = { drive, referee: new Referee(drive.dialect.idWay), ...(await means(drive, size)) }
  const scene: Scene = { jobs: finishedJobs(drive), left: size.jobs, rests: RESTS }
  const sequences = fc.sample(fc.commands(COMMANDS, { maxCommands: COMMANDS_OF_ONE, size: 'max' }), {
    seed,
    numRuns: size.sequences,
  })
  try {
    for (const commands of sequences) await fc.asyncModelRun(() => ({ model: scene, real }), commands)
  } catch (error) {
    // What was sent tells the rest: the judge sees the same answers.
    if (!(error instanceof StoryBroken)) throw error
  } finally {
    for (const job of scene.jobs) drive.release(job)
  }
}

/** One of each key that the run has seen come to its end: they cost nothing more. */
function finishedJobs(drive: Drive): Job[] {
  return (['A', 'A2', 'B'] as const).flatMap((key) => drive.finishedJobOf(key) ?? [])
}

async function means(
  drive: Drive,
  { generated }: Size,
): Promise<Pick<Real, 'plainest' | 'bodies' | 'badBodies' | 'keys'>> {
  const { request } = await drive.twin('POST /videos')
  const fields = (parseJson(request.body ?? '{}')?.value ?? {}) as Record<string, unknown>
  const { imageUrl, failingPrompt, maxResolution, maxDuration = FIELDS.duration.most, seed } = drive.configuration
  const { prompt: _, ...others } = fields
  const material = {
    accepted: fields,
    aliases: drive.dialect.models?.aliases ?? [String(fields.model)],
    ...(imageUrl !== undefined && { imageUrl }),
  }
  const most = RESOLUTIONS.indexOf((maxResolution ?? RESOLUTIONS.at(-1)) as (typeof RESOLUTIONS)[number])
  const good = goodBodies(material, seed, ({ resolution, duration = FIELDS.duration.default }) => {
    const size = resolution === undefined ? 0 : RESOLUTIONS.indexOf(resolution as (typeof RESOLUTIONS)[number])
    return size <= most && Number(duration) <= maxDuration
  })
  const text = (each: object) => JSON.stringify(each)
  const bodies = [
    text(fields),
    text(fields),
    ...NEIGHBOURS.map((neighbour) => text({ ...fields, ...neighbour })),
    ...Array.from({ length: generated }, () => good.next().value),
    ...(failingPrompt === undefined ? [] : [text({ ...fields, prompt: failingPrompt, fps: FIELDS.fps.most })]),
  ]
  const badBodies = [others, { ...fields, fps: 0 }, { ...fields, resolution: '8k' }, { ...fields, model: null }]
  return { plainest: text(fields), bodies, badBodies: badBodies.map(text), keys: await workingKeys(drive) }
}

const GENERATED = 4
/** The plainest with one thing more: what is not told apart shows where both are under way. */
const NEIGHBOURS = [{ bit_depth: 10 }, { fps: FIELDS.fps.least }, { ratio: '9:16' }]

/** A key that the user mixed up explains too much to be used here. */
async function workingKeys(drive: Drive): Promise<KeyName[]> {
  const keys: KeyName[] = ['A']
  for (const key of (['A2', 'B'] as const).filter((each) => drive.has(each))) {
    const read = await drive.goodRequest('GET /models', requestTo(drive.target, 'GET /models', { key }))
    if (succeeded(read)) keys.push(key)
  }
  return keys
}
