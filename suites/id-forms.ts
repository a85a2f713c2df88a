import { randomOf } from '../runner/seed.ts'

/** An id of the same form as a real one, each letter and digit drawn anew: no job has it, unless ids are short. */
export function idLike(id: string, seed: number): string {
  const random = randomOf(seed, `an id like ${id}`)
  const draw = (alphabet: string) => alphabet[Math.floor(random() * alphabet.length)]!
  const hex = /^[0-9a-f-]+$/.test(id)
  const made = id
    .replace(/[a-z]/g, () => draw(hex ? 'abcdef' : 'abcdefghijklmnopqrstuvwxyz'))
    .replace(/[A-Z]/g, () => draw('ABCDEFGHIJKLMNOPQRSTUVWXYZ'))
    .replace(/[0-9]/g, () => draw('123456789'))
  return made === id ? `${id}0` : made
}
