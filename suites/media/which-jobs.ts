import type { KeyName } from '../../engine/keys/recipes.ts'
import type { AskedVideo } from '../../spec/asked.ts'
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
    const twin = seen.has(settings) ? [`the same with ${key}`] : []
    const traits = [...traitsOf(asked), settings, ...twin]
    const isNew = traits.some((trait) => trait !== settings && !seen.has(trait))
    if (left === 0 || (!isNew && profile !== 'full')) return false
    left--
    for (const trait of traits) seen.add(trait)
    return true
  }
}
