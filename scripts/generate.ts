import { writeWhole } from '../engine/writing/write-file.ts'
import { OPENAPI_FORMATS } from '../spec/openapi/text.ts'

/** Writes what is derived from the data in spec/ and checked in: for maintainers, "npm run generate". */
for (const [format, text] of Object.entries(OPENAPI_FORMATS)) {
  const path = `spec/openapi.${format}`
  writeWhole(path, text())
  process.stdout.write(`${path}\n`)
}
