import { fdatasync } from 'node:fs'
import { promisify } from 'node:util'

const sync = promisify(fdatasync)

/** Pipes and devices have no disk below them, and some disks cannot be asked. */
const CANNOT_BE_ASKED = ['EINVAL', 'ENOTSUP', 'EROFS', 'ENOSYS']

/** Has what was written to a file brought to its disk. Those who ask meanwhile share the next time. */
export class Syncing {
  readonly #file: number
  #underWay: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(file: number) {
    this.#file = file
  }

  /** Of all that was written before it was asked for. */
  done(): Promise<void> {
    this.#next ??= this.#underWay
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        this.#underWay = this.#sync()
        return this.#underWay
      })
    return this.#next
  }

  async #sync(): Promise<void> {
    try {
      await sync(this.#file)
    } catch (error) {
      if (!CANNOT_BE_ASKED.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}
