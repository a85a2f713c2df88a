import type { Provision } from '../../engine/run/provision.ts'

/** What testers of a server know in advance, but a document cannot express. */
export type Facts = {
  /** Valid models. */
  aliases: string[]
  /** JSON pointer to the job id in the response to a submission. */
  idPointer?: string
  /** Whether a submission with an invalid image is accepted and its job fails, as the specification allows. */
  judgesImagesLater: boolean
}

export type Target = Provision & {
  facts: Facts
  seed: number
  /** Empty; removed after the run. */
  folder: string
}

export type Rival = {
  name: string
  /** Installs the tool and returns its version; throws if that fails. */
  prepare(): Promise<string>
  /** The failures that the tool reports: kinds, without random parts. */
  failures(target: Target): Promise<string[]>
}

/** Time limit of a run. */
export const LIMIT_MS = 90_000

/** The tool was cut short, or its output is unreadable. */
export class NoResult extends Error {}
