import { html, type Markup, NOTHING } from '../markup.ts'

/** Fits a desktop without scrolling; a phone scrolls within the frame. */
export const WIDTH = 960

type Words = {
  id: string
  title: string
  caption: Markup
  /** CSS class and label of each colour. */
  legend?: readonly (readonly [string, string])[]
  /** Text for screen readers. */
  said: string
  /** Scrolled to the right end on a phone, where the important part is. */
  fromTheEnd?: boolean
  /** Narrower than the default. */
  width?: number
}

/** A drawing in its frame, with a title above it and, if given, a table below. */
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
