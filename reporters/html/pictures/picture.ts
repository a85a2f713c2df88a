import { html, type Markup, NOTHING } from '../markup.ts'

/** As wide as a desk shows without scrolling; a phone scrolls within the frame. */
export const WIDTH = 960

type Words = {
  id: string
  title: string
  caption: Markup
  /** What each colour means: its class, and words. */
  legend?: readonly (readonly [string, string])[]
  /** What people hear who do not see it. */
  said: string
  /** What is at the right end matters most: that is what a phone shows first. */
  fromTheEnd?: boolean
  /** Narrower than a desk. */
  width?: number
}

/** A drawing in its frame, with words above it and the same thing as a table below where there is one. */
export function picture(words: Words, height: number, drawing: Markup, below: Markup = NOTHING): Markup {
  const { id, title, caption, legend = [], said, fromTheEnd, width = WIDTH } = words
  return html`<figure class="picture" id="${id}"><figcaption><h3>${title}</h3>
<p>${caption}</p>${
    legend.length > 0 &&
    html`
<ul class="legend">${legend.map(([swatch, meaning]) => html`<li><span class="swatch ${swatch}"></span>${meaning}</li>`)}</ul>`
  }</figcaption>
<div class="scroll${fromTheEnd && ' from-the-end'}" tabindex="0" role="group" aria-label="${title}, scrollable"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="${id}-words">
<desc id="${id}-words">${said}</desc>
${drawing}
</svg></div>${below}</figure>`
}
