import { createHash } from 'node:crypto'
import { html, Markup } from './markup.ts'
import { SCRIPT } from './script.ts'
import { STYLE } from './style.ts'

/** A self-contained page. Only our script may run, even if a server's text were not escaped. */
const policy = (hasPictures: boolean) =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
    ...(hasPictures ? ['img-src data:'] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

type Document = {
  title: string
  /** More content of the head. */
  head?: Markup | false
  /** Style in addition to that of all pages; trusted text only. */
  style?: string
  /** Whether it contains pictures, as data URLs. */
  hasPictures?: boolean
  /** Links of the navigation bar: target and label. */
  links: readonly (readonly string[])[]
  main: Markup
  /** Content outside of the main flow, such as dialogs. */
  beside?: Markup
  footer: Markup
}

export function documentOf({
  title,
  head,
  style = '',
  hasPictures = false,
  links,
  main,
  beside,
  footer,
}: Document): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy(hasPictures).replaceAll('"', ''))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}
<title>${title}</title>
<style>${new Markup(STYLE + style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<nav aria-label="Sections of this report"><a class="name" href="#main">gatecheck</a>${links.map(([id, name]) => html`<a href="#${id}">${name}</a>`)}</nav>
<main id="main">
${main}
</main>
${beside}
<footer><p>${footer}</p></footer>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`.text
}
