import { BOUNDS } from '../config/bounds/bounds.ts'
import { type Recipe, recipesIn } from '../keys/recipes.ts'
import { isRecord, parseJson } from './reading/reading.ts'

const MOST = {
  text: BOUNDS.textOfShortened.most,
  list: BOUNDS.listOfShortened.most,
  recipes: BOUNDS.recipesOfOneKey.most,
}

/** Of a text that is cut so much is kept. */
const KEPT = 100
const LEFT_OUT = '…'

/** Whoever asks for a job, or for its video, needs all of these. */
const WHOLE: readonly string[] = ['id', 'url']
const ADDRESS = /^https?:\/\/\S+$/i

/** What TypeScript's own library does not know yet: numbers that are written as they stood. */
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON(text: string): unknown
  isRawJSON(value: unknown): boolean
}

type Reviver = (key: string, value: unknown) => unknown
const asItStood = (_: string, value: unknown, { source }: { source?: string } = {}) =>
  typeof value === 'number' && source !== undefined ? rawJSON(source) : value

/**
 * The same JSON with its long texts cut and, where `lists` says so, its long lists and objects, too: what the law speaks
 * of stands where it stood, and so does the recipe of each key. Undefined where there is no JSON.
 */
export function shortened(body: string, { lists }: { lists: boolean }): string | undefined {
  if (!parseJson(body)) return undefined
  return JSON.stringify(shorter(JSON.parse(body.replace(/^\ufeff/, ''), asItStood as Reviver), lists))
}

function shorter(value: unknown, lists: boolean, name?: string): unknown {
  if (typeof value === 'string') return shorterText(value, name)
  const inner = (each: unknown) => shorter(each, lists)
  if (Array.isArray(value)) {
    if (!lists || value.length <= MOST.list) return value.map(inner)
    return [...value.slice(0, MOST.list).map(inner), LEFT_OUT + recipesOf(value.slice(MOST.list))]
  }
  return isRecord(value) && !isRawJSON(value) ? shorterObject(value, lists) : value
}

function shorterText(text: string, name: string | undefined): string {
  if (text.length <= MOST.text || (name !== undefined && WHOLE.includes(name)) || ADDRESS.test(text)) return text
  const recipes = recipesIn(text)
  const across = recipes.find((each) => each.at < KEPT && each.at + each.text.length > KEPT)
  const end = across?.at ?? KEPT
  return text.slice(0, end) + LEFT_OUT + told(recipes.filter((each) => each.at >= end))
}

/** Thousands of measurements, say: a number may be an id where it is one of the first, and where it is called so. */
function shorterObject(value: Record<string, unknown>, lists: boolean): Record<string, unknown> {
  const isKept = ([name, each]: [string, unknown], index: number) =>
    !lists || index < MOST.list || typeof each === 'string' || !(isRawJSON(each) || isPlain(each)) || /id$/i.test(name)
  const members = Object.entries(value)
  const kept = members.filter(isKept)
  const left = members.filter((each, index) => !isKept(each, index))
  return Object.fromEntries([
    ...kept.map(([name, each]) => [name, shorter(each, lists, name)]),
    ...(left.length > 0 ? [[LEFT_OUT, recipesOf(left)]] : []),
  ])
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null

const recipesOf = (values: readonly unknown[]) => told(recipesIn(JSON.stringify(values)))

const told = (recipes: readonly Recipe[]) =>
  recipes
    .slice(0, MOST.recipes)
    .map(({ text }) => text)
    .join('')
