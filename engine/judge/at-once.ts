/** All steps of something, one behind the other, where nobody else waits for a turn. */
export function atOnce<Result, Stop>(
  steps: Iterator<void, Result, Stop | undefined>,
  whyToStop: () => Stop | undefined = () => undefined,
): Result {
  for (;;) {
    const { done, value } = steps.next(whyToStop())
    if (done) return value
  }
}
