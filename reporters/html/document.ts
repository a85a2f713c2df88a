import { createHash } from 'node:crypto'
import { html, Markup } from './markup.ts'
import { SCRIPT } from './script.ts'
import { STYLE } from './style.ts'

/** A page that needs nothing beside it. Nothing in it runs but our own script, even if a server's text got past us. */
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
  /** What else stands in the head. */
  head?: Markup | false
  /** Besides what all pages have; our own words alone. */
  style?: string
  /** Whether pictures stand in it, each as a data URL. */
  hasPictures?: boolean
  /** The parts that the bar at the top leads to: where, and what it is called. */
  links: readonly (readonly string[])[]
  main: Markup
  /** What is opened from within, and has no place of its own. */
  beside?: Markup
  footer: Markup
}

/** What every page has around what it tells. */
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
