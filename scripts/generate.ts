import { configSchema } from '../engine/config/config-schema.ts'
import { writeWhole } from '../engine/writing/write-file.ts'
import { OPENAPI_FORMATS } from '../spec/openapi/text.ts'

/** Part of "npm run generate". */
for (const [format, text] of Object.entries(OPENAPI_FORMATS)) {
  const path = `spec/openapi.${format}`
  writeWhole(path, text())
  process.stdout.write(`${path}\n`)
}
writeWhole('engine/config/config.schema.json', `${JSON.stringify(configSchema(), null, 2)}\n`)
process.stdout.write('engine/config/config.schema.json\n')
