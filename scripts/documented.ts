import { readdirSync, readFileSync } from 'node:fs'

export type Snippet = { document: string; file: string; text: string }

const DOCUMENTS = [
  'README.md',
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
]

/** Each command of the package that README and docs show, in a code block or in a line. */
export function documentedCommands(): string[] {
  const all = DOCUMENTS.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/npx gatecheck[^`\n]*/g)].map(([text]) =>
      text.replace(/\s+#.*/, '').trim(),
    ),
  )
  return [...new Set(all)].sort()
}

/** Each block of TypeScript, under the name that its first line gives it. */
export function documentedSnippets(): Snippet[] {
  return DOCUMENTS.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text = '']): Snippet => {
      const file = /^\/\/ (\S+)\n/.exec(text)?.[1]
      if (file === undefined) throw new Error(`${document}: a block of TypeScript does not say in which file it stands`)
      return { document, file, text }
    }),
  )
}
