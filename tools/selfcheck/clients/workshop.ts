import type { ClientToJudge } from '../../../fixtures/clients/all.ts'
import { environmentOfTheMachine, TO_COMPILE } from '../../../fixtures/clients/programs.ts'
import { onPath } from '../../../fixtures/programs.ts'
import { ownFolder } from '../../client/process/own-folder.ts'
import { type Command, runCommand } from '../../client/process/run-command.ts'

/** Builds each client once, before it is started. */
export type Workshop = {
  environment: Readonly<Record<string, string>>
  /** The command that starts a built client. */
  commandOf(client: ClientToJudge): Promise<Command>
  close(): void
}

/** Lower priority than the process that measures times, if possible. */
const BEHIND = onPath('nice') === undefined ? [] : ['nice', '-n', '5']

const TO_BUILD_AT_MOST_MS = 280_000

export function openWorkshop(signal?: AbortSignal): Workshop {
  const { path, remove } = ownFolder()
  const environment = environmentOfTheMachine()
  const built = new Map<string, Promise<void>>()
  const build = async ({ id, prepare }: ClientToJudge) => {
    const command = prepare?.(path)
    if (!command) return
    const { end, output } = await runCommand(command, {
      env: { ...environment, ...TO_COMPILE },
      timeoutMs: TO_BUILD_AT_MOST_MS,
      ...(signal && { signal }),
    })
    if (!('exit' in end) || end.exit !== 0)
      throw new Error(`${id} could not be built: ${JSON.stringify(end)} ${output.slice(-500)}`)
  }
  return {
    environment,
    async commandOf(client) {
      if (!built.has(client.id)) built.set(client.id, build(client))
      await built.get(client.id)
      const [program, ...rest] = [...BEHIND, ...client.start(path), '{folder}/video.mp4']
      return [program!, ...rest]
    },
    close: remove,
  }
}
