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

/** Whether there is colour is the caller's to decide; styleText would ask the terminal that it believes to be there. */
export function paintWith(color: boolean): Paint {
  return (style, text) => (color ? styleText(STYLES[style], text, { validateStream: false }) : text)
}
