import { Command } from 'commander'
import { OPENAPI_FORMATS } from '../spec/openapi/text.ts'

export function openapiCommand(): Command {
  return new Command('openapi').option('--yaml', 'print YAML instead of JSON').action(({ yaml }: { yaml?: true }) => {
    process.stdout.write(yaml ? OPENAPI_FORMATS.yaml() : OPENAPI_FORMATS.json())
  })
}
