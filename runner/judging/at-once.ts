/** All steps of something, one behind the other, where nobody else waits for a turn. */
export function atOnce<Result>(steps: Iterator<void, Result, undefined>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
