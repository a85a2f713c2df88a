/** A page of the site, before its links are resolved. `path`: below docs/, as other pages link to it. */
export type Page = { path: string; title: string; description: string; body: string }

/** Splits a Markdown file into front matter (or its first heading) and text. */
export function pageOf(path: string, source: string): Page {
  const [, head, text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? []
  if (head !== undefined) {
    const field = (name: string) => new RegExp(`^${name}: *(.*)$`, 'm').exec(head)?.[1]?.replaceAll(/^['"]|['"]$/g, '')
    return {
      path,
      title: field('title')!,
      description: field('description') ?? '',
      body: text!,
    }
  }
  const [, title = path, body = ''] = /^# (.*)\n([\s\S]*)$/.exec(source) ?? []
  return { path, title, description: '', body }
}
