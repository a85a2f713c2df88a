/** Thrown where a request would be sent after the run's end: its deadline, or the user's interrupt. */
export class RunIsOver extends Error {
  override name = 'RunIsOver'
}
