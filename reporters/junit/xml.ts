import { printable } from '../../engine/history/reading/words.ts'

const REFERENCES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Valid XML 1.0 text: characters that XML cannot contain, or a viewer would interpret, become \uXXXX. */
export function text(content: string): string {
  return content
    .split('\n')
    .map((line) => printable(line).replace(/[\ufffe\uffff]/g, (each) => `\\u${each.charCodeAt(0).toString(16)}`))
    .join('\n')
    .replace(/[&<>"']/g, (character) => REFERENCES[character]!)
}

type Attributes = Record<string, string | number>

export function element(name: string, attributes: Attributes, ...children: string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${text(oneLine(String(value)))}"`)
  const start = `<${name}${written.join('')}`
  return children.length === 0 ? `${start}/>` : `${start}>${children.join('')}</${name}>`
}

/** XML parsers turn line breaks in attributes into spaces. */
const oneLine = (value: string) => value.replaceAll('\n', ' ')
