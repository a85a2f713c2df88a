import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { IdCandidate } from '../../discovery/dialect/job-id.ts'
import type { Keyring } from '../../keys/keyring.ts'
import type { KeyName } from '../../keys/recipes.ts'

/** A job as traffic tells of it: by a submission that was taken on, or by a read of one that is older. */
export type JobTold = {
  /** The number of the exchange that tells of it first. */
  n: number
  /** Who submitted it, as far as that can be told. */
  key: KeyName | undefined
  /** Otherwise it is older than what was seen, and only its reads tell of it. */
  isSubmitted: boolean
  /** What its id may be, the likeliest first. */
  candidates: readonly IdCandidate[]
  /** The id that a read has known. */
  id?: string
}

/** The jobs that somebody else submitted, by what may be their ids. Each account may count its own from one. */
export class JobsTold {
  readonly #keyring: Keyring
  readonly #byId = new Map<string, JobTold[]>()
  readonly #all: JobTold[] = []
  readonly #forms = new Set<string>()

  constructor(keyring: Keyring) {
    this.#keyring = keyring
  }

  add(job: JobTold): void {
    this.#all.push(job)
    for (const { text } of job.candidates) {
      const told = this.#byId.get(text)
      if (!told) this.#byId.set(text, [job])
      else if (told.push(job) > BOUNDS.jobsOfOneId.most) told.shift()
    }
    if (this.#all.length > BOUNDS.jobsObserved.most) this.#forget(this.#all.shift()!)
  }

  found(job: JobTold, id: string): void {
    job.id = id
    this.#forms.add(formOf(id))
  }

  /** The job that a read with this key asks for: the latest of its own, or else one of another key of its account. */
  of(id: string, key: KeyName | undefined): JobTold | undefined {
    const told = this.#byId.get(id) ?? []
    const own = told.filter((job) => job.key === key)
    // Nobody knows whose a job is where nobody knows who asks: of two with one id, either may be meant.
    if (key === undefined && own.length > 1) return undefined
    const known = own.findLast((job) => job.id === id)
    // An id that is given again, at the same place, is that of the later job.
    const latest = known && own.findLast((job) => wayTo(id, job)?.join() === wayTo(id, known)?.join())
    const isOfTheAccount = (job: JobTold) =>
      key !== undefined && job.key !== undefined && this.#keyring.areOfOneAccount(job.key, key) === true
    return latest ?? own.at(-1) ?? told.findLast(isOfTheAccount)
  }

  /** Whether an id has the form of one that is known, so that nothing about it could put it out of the way. */
  isLikeAKnownOne(id: string): boolean {
    return /^[\w-]+$/.test(id) && this.#forms.has(formOf(id))
  }

  #forget(job: JobTold): void {
    for (const { text } of job.candidates) {
      const told = this.#byId.get(text)
      // The oldest of all is the oldest of each, unless it was forgotten there before.
      if (told?.[0] !== job) continue
      if (told.length > 1) told.shift()
      else this.#byId.delete(text)
    }
  }
}

/** A prefix as it is; of the rest how long it is, of which characters, and where something stands between them. */
function formOf(id: string): string {
  const [, prefix = '', rest = ''] = /^([A-Za-z]+[_-])?(.*)$/.exec(id) ?? []
  return `${prefix}${rest.replace(/[A-Za-z0-9]/g, 'x')} ${kindOf(rest.replace(/[_-]/g, ''))}`
}

function kindOf(characters: string): string {
  if (/^\d+$/.test(characters)) return 'digits'
  const cases = [/[a-z]/, /[A-Z]/].map((each) => (each.test(characters) ? '+' : '-')).join('')
  return `${/^[\da-f]+$/i.test(characters) ? 'hex' : 'letters'} ${cases}`
}

/** Where an id stands in the answer to the submission. */
export const wayTo = (id: string, { candidates }: JobTold) => candidates.find(({ text }) => text === id)?.way
