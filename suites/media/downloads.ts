import { type Look, outcomeOf } from '../../engine/history/entry/inspection.ts'
import { parseJson, recordOf } from '../../engine/history/reading/reading.ts'
import type { Job } from '../../engine/jobs/job.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { LEAST_REQUESTS_OF_A_LOOK, mostBytesOfALook } from '../../engine/run/files.ts'
import type { Phase, PlanInput } from '../../engine/run/phase.ts'
import { type AskedVideo, askedOf } from '../../spec/asked.ts'
import { FIELDS } from '../../spec/words.ts'

export const MOST_LOOKS = { smoke: 1, standard: 10, full: 80 }

/** Traits and pairs of traits of a job, so that few files cover many. */
function traitsOf(asked: AskedVideo): string[] {
  const alone = eachOf(asked)
  return [...alone, ...alone.flatMap((one, index) => alone.slice(index + 1).map((other) => `${one}, ${other}`))]
}

function eachOf({ resolution, ratio: [across, down], seconds, fps, bitDepth }: AskedVideo): string[] {
  const end = (value: number, { least, most }: { least: number; most: number }) =>
    value === least ? 'least' : value === most ? 'most' : 'between'
  return [
    resolution,
    `depth ${bitDepth ?? 'open'}`,
    `duration ${end(seconds, FIELDS.duration)}`,
    `fps ${end(fps, FIELDS.fps)}`,
    across < down ? 'upright' : across === down ? 'square' : 'wide',
  ]
}

/** Chooses jobs with new traits as they are submitted; in full also others, up to the maximum. */
export function chooser(profile: keyof typeof MOST_LOOKS): (asked: AskedVideo, key: KeyName) => boolean {
  const seen = new Set<string>()
  let left = MOST_LOOKS[profile]
  return (asked, key) => {
    const settings = JSON.stringify(asked)
    // Jobs with the same settings, from one key and from two, must not share a file.
    const control = seen.has(settings) ? [`the same with ${key}`] : []
    const traits = [...traitsOf(asked), settings, ...control]
    const isNew = traits.some((trait) => trait !== settings && !seen.has(trait))
    if (left === 0 || (!isNew && profile !== 'full')) return false
    left--
    for (const trait of traits) seen.add(trait)
    return true
  }
}

/** Parallel downloads, as in a browser, so that a slow file does not block others. */
const AT_ONCE = 6

/** Files that are downloaded again, later and as a whole. */
const MOST_AGAIN = { smoke: 0, standard: 1, full: 3 }

/** Two files that look alike are compared byte for byte. */
const COMPARED = { smoke: 0, standard: 2, full: 2 }

export const LOOKS: Phase = {
  name: 'video downloads',
  max: (input) => ({
    // The second download is so much later that the job is polled first for its current url.
    requests: looksIn(input) * LEAST_REQUESTS_OF_A_LOOK + againIn(input),
    downloadBytes: looksIn(input) * mostBytesOfALook(input.configuration),
  }),
  lasts: (_, { answerMs }) => answerMs * 4,
  drive: lookAtVideos,
}

function looksIn(input: PlanInput): number {
  return Math.min(input.jobs, MOST_LOOKS[input.configuration.profile]) + againIn(input)
}

const againIn = ({ jobs, configuration: { profile } }: PlanInput) => Math.min(jobs, MOST_AGAIN[profile])

type Seen = { job: Job; look: Look }

async function lookAtVideos(drive: Driver): Promise<void> {
  const { profile } = drive.configuration
  const isChosen = chooser(profile)
  const seats = new Seats(AT_ONCE)
  // In order of selection, not of download, so that the choice of files to download again does not depend on timing.
  const inTurn: (Seen | undefined)[] = []
  await drive.jobs.visitEach((job) => {
    const asked = job.stray ? undefined : askedOf(parseJson(job.body)?.value)
    if (!asked || !isChosen(asked, job.key)) return undefined
    const turn = inTurn.push(undefined) - 1
    return {
      whole: (async () => {
        await job.end
        if (!job.final || recordOf(job.final)?.status !== 'succeeded') return
        const look = await seats.seated(() => drive.files.inspect(job))
        if (look) inTurn[turn] = { job, look }
      })(),
    }
  })
  const shown = inTurn.filter((each) => each !== undefined).filter(({ look }) => showsAVideo(look))
  if (MOST_AGAIN[profile] > 0 && shown.length > 0) await drive.wait(drive.configuration.settleMs)
  const again = [...new Set([...twinsAmong(shown), ...shown])].slice(0, MOST_AGAIN[profile])
  for (const { job } of again) await drive.files.inspect(job, { time: 'again', whole: true })
  for (const { job } of alike(shown).slice(0, COMPARED[profile]))
    await drive.files.inspect(job, { time: 'again', whole: true })
}

function showsAVideo(look: Look): boolean {
  const outcome = outcomeOf(look)
  return outcome.kind === 'read' && outcome.reading.kind === 'video'
}

/** Files with the settings of an earlier one: a server that confuses them may do so from the second on. */
function twinsAmong(seen: readonly Seen[]): Seen[] {
  const settings = seen.map(({ job }) => JSON.stringify(askedOf(parseJson(job.body)?.value)))
  return seen.filter((_, index) => settings.indexOf(settings[index]!) < index)
}

/** The first two partial downloads that agree in all parts. */
function alike(seen: readonly Seen[]): Seen[] {
  const parts = seen.filter(({ look }) => look.digest && !look.digest.whole)
  return (
    [...Map.groupBy(parts, ({ look }) => `${look.size} ${look.digest!.sha256}`).values()].find(
      ({ length }) => length > 1,
    ) ?? []
  )
}

/** Limits parallel downloads. */
class Seats {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(free: number) {
    this.#free = free
  }

  async seated<T>(act: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await act()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
