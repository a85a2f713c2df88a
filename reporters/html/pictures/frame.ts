import { isStill } from '../../../engine/media/still.ts'
import type { VideoReport } from '../../outcome/delivered.ts'
import { html, Markup } from '../markup.ts'
import { px } from './scale.ts'

const WIDTH = 160
const HEIGHT = 90
/** Height of the caption under the shape. */
const CAPTION = 18
const NARROWEST = 4

/** The first frame of a video, else its shape, else the requested shape. */
export function frame({ frame: still, delivered, asked }: VideoReport): Markup {
  // Not escaped: longer than text may be, and only letters and digits.
  if (isStill(still)) return html`<img class="still" alt="First frame of the video" src="${new Markup(still)}">`
  const { width = 0, height = 0 } = delivered ?? {}
  const isKnown = width > 0 && height > 0
  const [across = 16, down = 9] = isKnown ? [width, height] : asked.ratio.split(':').map(Number)
  const size = isKnown ? `${Math.round(width)}x${Math.round(height)}` : 'unknown'
  const scale = Math.min((WIDTH - 2) / across, (HEIGHT - CAPTION - 2) / down)
  const [w, h] = [Math.max(NARROWEST, across * scale), Math.max(NARROWEST, down * scale)]
  return html`<svg class="shape" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${isKnown ? `Aspect ratio of the video, ${size}` : 'Size unknown'}"><rect${!isKnown && html` class="unknown"`} x="${px((WIDTH - w) / 2)}" y="${px((HEIGHT - CAPTION - h) / 2)}" width="${px(w)}" height="${px(h)}"></rect><text x="${WIDTH / 2}" y="${HEIGHT - 4}" text-anchor="middle">${size}</text></svg>`
}
