import { globSync, readFileSync } from 'node:fs'

export type Snippet = { document: string; file: string; text: string }
export type Call = { heading: string; text: string }

// The rest of docs/reference/ is generated.
const DOCUMENTS = [
  'README.md',
  'AGENTS.md',
  'SKILL.md',
  ...globSync([
    'docs/*.md',
    'docs/{guides,explanation}/*.md',
    'docs/reference/{control-api,library,json-files,limits}.md',
  ]).sort(),
]

/** The commands in README and docs, in code blocks or lines. */
export function documentedCommands(): string[] {
  const all = DOCUMENTS.flatMap((document) =>
    // Output may name commands, too.
    [
      ...readFileSync(document, 'utf8')
        .replaceAll(/```text[\s\S]*?```/g, '')
        .matchAll(/npx (?:--no-install )?gatecheck[^`\n]*/g),
    ].map(([text]) =>
      text
        .replace(' --no-install', '')
        .replace(/\s+#.*/, '')
        .trim(),
    ),
  )
  return [...new Set(all)].sort()
}

/** The blocks with curl calls, by their headings. */
export function documentedCalls(): Call[] {
  return DOCUMENTS.flatMap((document) =>
    readFileSync(document, 'utf8')
      // A single # is a shell comment.
      .split(/^##+ (?=.*\n)/m)
      .flatMap((section) => {
        const heading = section.slice(0, section.indexOf('\n'))
        const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => ({ heading, text }))
        return blocks.filter(({ text }) => /\bcurl /.test(text))
      }),
  )
}

/** Blocks of programs and input files, by the name in their first line. */
export function documentedSnippets(): Snippet[] {
  return [...programs(), ...givenFiles()]
}

function givenFiles(): Snippet[] {
  return DOCUMENTS.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/```yaml\n(# ([\w.-]+)\n[\s\S]*?)```/g)].map(
      ([, text = '', file = '']): Snippet => ({ document, file, text }),
    ),
  )
}

function programs(): Snippet[] {
  return DOCUMENTS.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/```(?:ts|js)\n([\s\S]*?)```/g)].map(([, text = '']): Snippet => {
      const file = /^\/\/ (\S+)\n/.exec(text)?.[1]
      if (file === undefined) throw new Error(`${document}: a block of a program does not say in which file it stands`)
      return { document, file, text }
    }),
  )
}
