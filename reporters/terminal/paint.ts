import { styleText } from 'node:util'
import type { Standing } from '../words/standings.ts'

const STYLES = { good: 'green', bad: 'red', doubtful: 'yellow', faint: 'dim', strong: 'bold' } as const
export type Style = keyof typeof STYLES

export const STYLE_OF: Record<Standing['tone'], Style> = {
  good: 'good',
  bad: 'bad',
  warn: 'doubtful',
  waived: 'doubtful',
  doubtful: 'doubtful',
  none: 'faint',
}

export type Paint = (style: Style, text: string) => string

/** The caller decides about colour; styleText would check its own terminal. */
export function paintWith(color: boolean): Paint {
  return (style, text) => (color ? styleText(STYLES[style], text, { validateStream: false }) : text)
}
