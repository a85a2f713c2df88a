import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const XMLLINT = 'xmllint'
const SCHEMA = fileURLToPath(new URL('./jenkins-junit.xsd', import.meta.url))
export const xmllintIsHere = spawnSync(XMLLINT, ['--version']).error === undefined

/** Result of xmllint with Jenkins' schema. */
export const jenkinsOn = (input: string) =>
  spawnSync(XMLLINT, ['--noout', '--nonet', '--schema', SCHEMA, '-'], { input })

const ALLOWED = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u
const TOKEN = /<\?xml [^<>]*\?>|<(\/?)([a-z-]+)((?: [a-z]+="[^"<>]*")*)(\/?)>|([^<>&]|&(?:amp|lt|gt|quot|apos);)+/gy

/** A minimal check that XML is well formed, for machines without xmllint. */
export function faultInXml(xml: string): string | undefined {
  if (!ALLOWED.test(xml)) return 'a character that XML cannot hold'
  const open: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < xml.length) {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(xml)
    if (!match) return `neither tag nor text: ${xml.slice(at, at + 60)}`
    const [, closing, name, attributes, empty] = match
    if (name === undefined) continue
    if (/&(?!(amp|lt|gt|quot|apos);)/.test(attributes ?? '')) return `a stray & in ${attributes}`
    if (closing && open.pop() !== name) return `${name} is closed where it is not open`
    if (!closing && !empty) open.push(name)
  }
  return open.length > 0 ? `${open.join()} is not closed` : undefined
}
