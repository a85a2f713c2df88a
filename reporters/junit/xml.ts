import { printable } from '../../engine/history/reading/words.ts'

const REFERENCES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Text that is valid XML 1.0 anywhere: what XML cannot hold, or a viewer would obey, is written as \uXXXX. */
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

/** A line break in an attribute is read back as a space; better to say so at once. */
const oneLine = (value: string) => value.replaceAll('\n', ' ')
