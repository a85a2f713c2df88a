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

/** What a job has that others have not, and what it has together with something else, so that few files show much. */
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

/** Decides on each job when it is made: on those that show something new, and in full on the others, too. */
export function chooser(profile: keyof typeof MOST_LOOKS): (asked: AskedVideo, key: KeyName) => boolean {
  const seen = new Set<string>()
  let left = MOST_LOOKS[profile]
  return (asked, key) => {
    const settings = JSON.stringify(asked)
    // Of jobs that ask for the same, by one key and by two, the files must not be the same.
    const control = seen.has(settings) ? [`the same with ${key}`] : []
    const traits = [...traitsOf(asked), settings, ...control]
    const isNew = traits.some((trait) => trait !== settings && !seen.has(trait))
    if (left === 0 || (!isNew && profile !== 'full')) return false
    left--
    for (const trait of traits) seen.add(trait)
    return true
  }
}

/** At the same time, as a browser does, so that a file that comes slowly keeps no other waiting. */
const AT_ONCE = 6

/** How many files are read once more, later and without ranges. */
const MOST_AGAIN = { smoke: 0, standard: 1, full: 3 }

/** Two files that look alike are compared byte for byte. */
const COMPARED = { smoke: 0, standard: 2, full: 2 }

export const LOOKS: Phase = {
  name: 'video downloads',
  max: (input) => ({
    // What is read again is read so much later that its job is asked first where it is now.
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
  // By when they were taken up, not by when they were read: which of them are read again is up to no clock.
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

/** Those of whose settings another was seen before: who takes one for the other may do so from the second time on. */
function twinsAmong(seen: readonly Seen[]): Seen[] {
  const settings = seen.map(({ job }) => JSON.stringify(askedOf(parseJson(job.body)?.value)))
  return seen.filter((_, index) => settings.indexOf(settings[index]!) < index)
}

/** Of what was read in parts, the first two that agree in all of them. */
function alike(seen: readonly Seen[]): Seen[] {
  const parts = seen.filter(({ look }) => look.digest && !look.digest.whole)
  return (
    [...Map.groupBy(parts, ({ look }) => `${look.size} ${look.digest!.sha256}`).values()].find(
      ({ length }) => length > 1,
    ) ?? []
  )
}

/** So many at once, and the others in turn. */
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
