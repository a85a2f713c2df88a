import type { Provision } from '../../engine/run/provision.ts'

/** What whoever tests a server knows of it beforehand, and no document can say. */
export type Facts = {
  /** What a submission names as its model. */
  aliases: string[]
  /** The place of the job id in the answer to a submission, as a JSON pointer. */
  idPointer?: string
  /** Whether a submission with a bad image is accepted, and its job fails, as the law allows. */
  judgesImagesLater: boolean
}

export type Target = Provision & {
  facts: Facts
  seed: number
  /** Empty, and gone after the run. */
  folder: string
}

export type Rival = {
  name: string
  /** Gets hold of the tool and says its version; throws where it cannot be had. */
  prepare(): Promise<string>
  /** What the tool holds against the server: kinds of failures, free of anything drawn by chance. */
  failures(target: Target): Promise<string[]>
}

/** No run may take longer, whatever the server does. */
export const LIMIT_MS = 90_000

/** The tool was cut short, or said nothing that could be read. */
export class NoResult extends Error {}
