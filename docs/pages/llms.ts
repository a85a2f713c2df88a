import type { Page } from './page.ts'

/** llms.txt: the pages of the site for programs, with their titles and descriptions (https://llmstxt.org). */
export function llms(pages: readonly Page[], sections: readonly string[], base: string): string {
  const list = (own: readonly Page[]) =>
    own.map(
      ({ path, title, description }) =>
        `- [${title}](${base}/${path.replace(/\.md$/, '/')})${description && `: ${description}`}`,
    )
  return [
    '# gatecheck',
    '',
    '> Conformance tests for an asynchronous video-generation API.',
    '',
    `All pages as one text: ${base}/llms-full.txt. The package contains SKILL.md: how to make a server conform within a budget.`,
    ...sections.flatMap((section) => [
      '',
      `## ${section[0]!.toUpperCase()}${section.slice(1)}`,
      '',
      ...list(pages.filter(({ path }) => path.startsWith(`${section}/`))),
    ]),
    '',
  ].join('\n')
}
