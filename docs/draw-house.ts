import { writeFileSync } from 'node:fs'
import { enginePicture, housePicture } from './house-picture.ts'

/** Part of "npm run generate". */
for (const [name, draw] of Object.entries({ house: housePicture, engine: enginePicture })) {
  const path = `docs/pictures/${name}.svg`
  writeFileSync(path, draw())
  process.stdout.write(`${path}\n`)
}
