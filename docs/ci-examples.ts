import { tell } from '../bench/tell.ts'
import { CI_FILES } from '../tools/init/ci.ts'

/** Part of "npm run generate": the files that "gatecheck init" writes. */
const PATH = 'docs/guides/in-ci.md'
const LANGUAGES = { github: ['yaml', '#'], gitlab: ['yaml', '#'], jenkins: ['groovy', '//'] } as const
for (const [name, [language, comment]] of Object.entries(LANGUAGES)) {
  const { path, text } = CI_FILES[name as keyof typeof LANGUAGES]
  tell(PATH, name, `\`\`\`${language}\n${comment} ${path}\n${text}\`\`\``)
}
process.stdout.write(`${PATH}\n`)
