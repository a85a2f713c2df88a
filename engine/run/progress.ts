/** How far a run is. */
export type Progress = {
  seconds: number
  checksDone: number
  checks: number
  jobs: { unfinished: number; ended: number; last?: string }
  requests: number
  /** What the run waits for that is not its own doing. */
  waitsFor?: string
}
