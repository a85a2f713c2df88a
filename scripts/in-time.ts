import { type RunnerTestFile, TestRunner } from 'vitest'
import { LONGEST } from './longest.ts'

const NONE = /(?!)/
/** So much earlier than others whoever takes minutes has to begin. */
const EARLIER_MS = 180_000

/** Begins no file of tests after `TESTS_UNTIL`, in seconds since 1970: whatever stands in it is skipped, and counted so. */
export default class InTime extends TestRunner {
  readonly #until = Number(process.env.TESTS_UNTIL || Number.POSITIVE_INFINITY) * 1000

  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file)
    // A file that is skipped by its mode alone tells of none of its tests.
    const until = LONGEST.test(file.filepath) ? this.#until - EARLIER_MS : this.#until
    if (Date.now() > until) this.config.testNamePattern = NONE
  }
}
