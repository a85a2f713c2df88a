const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u
let segmenter: Intl.Segmenter | undefined

function charactersOf(text: string): string[] {
  // Created on demand: it takes 10 ms.
  segmenter ??= new Intl.Segmenter()
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}
const widthOf = (character: string) => (WIDE.test(character) ? 2 : 1)

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)

export function displayWidth(text: string): number {
  if (isAscii(text)) return text.length
  return charactersOf(text).reduce((sum, character) => sum + widthOf(character), 0)
}

/** Truncates with …. */
export function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  return `${split(text, Math.max(0, width - 1))[0]}…`
}

/** Wraps to the given width, at spaces if possible. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (displayWidth(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    let rest = word
    while (displayWidth(rest) > width) {
      const [start, end] = split(rest, width)
      lines.push(start)
      rest = end
    }
    line = rest
  }
  return [...lines, line]
}

/** A label and a text that is indented under itself. */
export function labelled(label: string, text: string, width: number): string[] {
  const indent = ' '.repeat(displayWidth(label))
  return wrap(text, Math.max(20, width - indent.length)).map((line, index) => (index === 0 ? label : indent) + line)
}

/** The same in at most `most` lines; truncates the last one. */
export function atMost(most: number, label: string, text: string, width: number): string[] {
  const lines = labelled(label, text, width)
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), cut(`${lines[most - 1]} ${lines[most]!.trim()}`, width)]
}

function split(text: string, width: number): [string, string] {
  if (isAscii(text)) return [text.slice(0, Math.max(width, 0)), text.slice(Math.max(width, 0))]
  const characters = charactersOf(text)
  let used = 0
  let at = 0
  for (; at < characters.length; at++) {
    used += widthOf(characters[at]!)
    if (used > width) break
  }
  const whole = Math.max(width > 0 ? 1 : 0, at)
  return [characters.slice(0, whole).join(''), characters.slice(whole).join('')]
}
