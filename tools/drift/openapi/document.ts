import { parseDocument } from 'yaml'
import { UsageError } from '../../../engine/config/target.ts'
import { isRecord } from '../../../engine/history/reading/reading.ts'
import { excerpt } from '../../../engine/history/reading/words.ts'

/** Larger documents are refused. */
export const DOCUMENT_LIMITS = {
  characters: 20_000_000,
  /** Parsing YAML takes ten times as long as JSON. */
  yamlCharacters: 2_000_000,
  /** Nesting: the YAML parser is recursive. */
  yamlBrackets: 2000,
  yamlAliases: 1000,
  levels: 200,
  values: 500_000,
  /** Limit of reported parts that could not be compared. */
  partsLeftOut: 100,
}

/** Why a document cannot be compared. */
export class NoDocument extends UsageError {
  override name = 'NoDocument'
}

export type Json = Record<string, unknown>

/** A published document. Its content is not trusted: values of a wrong type count as missing. */
export class Document {
  readonly root: Json
  /** In 3.0, siblings of a reference are ignored. */
  readonly isOld: boolean
  /** References that could not be resolved, with the reason. */
  readonly unresolved = new Map<string, string>()

  constructor(root: Json, isOld: boolean) {
    this.root = root
    this.isOld = isOld
  }

  /** The value with its reference resolved. */
  at(value: unknown): Json {
    let here = value
    const seen = new Set<unknown>()
    while (isRecord(here) && typeof here.$ref === 'string') {
      if (seen.has(here)) {
        this.leaveOut(here.$ref, 'refers to itself')
        return {}
      }
      seen.add(here)
      here = this.target(here.$ref)
    }
    return isRecord(here) ? here : {}
  }

  /** Undefined if the reference cannot be resolved. */
  target(ref: string): unknown {
    if (ref !== '#' && !ref.startsWith('#/')) {
      this.leaveOut(
        ref,
        ref.startsWith('#') ? 'is an anchor; anchors are not supported' : 'points outside the document',
      )
      return undefined
    }
    let here: unknown = this.root
    for (const step of ref.split('/').slice(1)) {
      const name = plain(step)
      const isThere = (isRecord(here) || Array.isArray(here)) && Object.hasOwn(here, name)
      if (!isThere) {
        this.leaveOut(ref, 'does not exist')
        return undefined
      }
      here = (here as Json)[name]
    }
    return here
  }

  leaveOut(ref: string, why: string): void {
    if (this.unresolved.size < DOCUMENT_LIMITS.partsLeftOut) this.unresolved.set(excerpt(ref, 120), why)
  }
}

function plain(step: string): string {
  const unescaped = step.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(unescaped)
  } catch {
    return unescaped
  }
}

/** OpenAPI 3.0, 3.1 or 3.2, as JSON or as YAML. */
export function readDocument(text: string, name: string): Document {
  const value = parsed(text.replace(/^\ufeff/, ''), name)
  if (!isRecord(value)) throw new NoDocument(`${name} is not an OpenAPI document: it is not an object`)
  checkSize(value, name)
  if (value.swagger !== undefined)
    throw new NoDocument(
      `${name} is a Swagger ${excerpt(String(value.swagger), 20)} document, which is not supported: convert it to OpenAPI 3.0 or 3.1 first`,
    )
  const version = typeof value.openapi === 'string' ? value.openapi : undefined
  if (version === undefined)
    throw new NoDocument(`${name} is not an OpenAPI document: it has no version in a field named openapi`)
  const [, minor] = /^3\.([012])(\.|$|-)/.exec(version) ?? []
  if (minor === undefined)
    throw new NoDocument(`${name} is OpenAPI ${excerpt(version, 20)}: only 3.0 and 3.1 are supported`)
  if (!isRecord(value.paths)) throw new NoDocument(`${name} describes no paths`)
  return new Document(value, minor === '0')
}

function parsed(text: string, name: string): unknown {
  if (/^\s*[{[]/.test(text)) {
    if (text.length > DOCUMENT_LIMITS.characters) throw tooLarge(name)
    try {
      return JSON.parse(text)
    } catch (error) {
      // Text that begins with a brace may still be YAML.
      if (text.length > DOCUMENT_LIMITS.yamlCharacters)
        throw new NoDocument(`${name} is not JSON: ${excerpt((error as Error).message)}`)
    }
  }
  return parsedYaml(text, name)
}

function parsedYaml(text: string, name: string): unknown {
  if (
    text.length > DOCUMENT_LIMITS.yamlCharacters ||
    bracketsLeftOpen(text) > DOCUMENT_LIMITS.yamlBrackets ||
    text.includes('- '.repeat(DOCUMENT_LIMITS.levels))
  )
    throw tooLarge(name)
  try {
    const document = parseDocument(text, { logLevel: 'silent', merge: true })
    const [error] = document.errors
    if (error) throw new NoDocument(`${name} is neither JSON nor YAML: ${excerpt(error.message)}`)
    return document.toJS({ maxAliasCount: DOCUMENT_LIMITS.yamlAliases })
  } catch (error) {
    if (error instanceof NoDocument) throw error
    throw new NoDocument(`${name} cannot be read as YAML: ${excerpt((error as Error).message)}`)
  }
}

function bracketsLeftOpen(text: string): number {
  let open = 0
  let most = 0
  for (const character of text) {
    if (character === '[' || character === '{') most = Math.max(most, ++open)
    else if (character === ']' || character === '}') open = Math.max(0, open - 1)
  }
  return most
}

/** YAML aliases may make cycles, or repeat a value a million times. */
function checkSize(value: Json, name: string): void {
  let level: unknown[] = [value]
  let values = 0
  for (let depth = 0; level.length > 0; depth++) {
    values += level.length
    if (depth > DOCUMENT_LIMITS.levels || values > DOCUMENT_LIMITS.values) throw tooLarge(name)
    const next: unknown[] = []
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue
      for (const inner of Object.values(each)) next.push(inner)
      if (values + next.length > DOCUMENT_LIMITS.values) throw tooLarge(name)
    }
    level = next
  }
}

const tooLarge = (name: string) =>
  new NoDocument(`${name} is too large or too deeply nested for a document of this interface; it was not read`)
