import { Command } from 'commander'
import { OPENAPI_FORMATS } from '../spec/openapi/text.ts'
import type { Io } from './io.ts'

export function openapiCommand(io: Io): Command {
  return new Command('openapi').option('--yaml', 'print YAML instead of JSON').action(({ yaml }: { yaml?: true }) => {
    io.stdout.write(yaml ? OPENAPI_FORMATS.yaml() : OPENAPI_FORMATS.json())
  })
}
