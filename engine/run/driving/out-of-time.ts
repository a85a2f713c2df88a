/** Thrown by a drive for which a slow server leaves no time: what it has seen by then is judged. */
export class OutOfTime extends Error {
  override name = 'OutOfTime'
}
