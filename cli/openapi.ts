import { OPENAPI_FORMATS } from '../spec/openapi/text.ts'
import type { Io } from './io.ts'

export function openapi(io: Io, { yaml = false }: { yaml?: boolean }): void {
  io.stdout.write(yaml ? OPENAPI_FORMATS.yaml() : OPENAPI_FORMATS.json())
}
