import { characters, type Dropped, without } from './dropped.ts'
import { type Strand, Weaving } from './strand.ts'

/** The strings of JSON, or of something that looks like it, closed or not. What is followed by a colon is a name. */
const STRING = /"((?:[^"\\]|\\[\s\S])*)(?:"(\s*:)?|\\?$)/g
const TAG: Dropped = { found: /<\/?[A-Za-z][^<>]*>|<!--[^<>]*-->/g }
/** Names before values, as forms, headers and lines of settings have them. */
const NAME: Dropped = { found: /(^|[\n\r&;,{?\t ])[\w.-]{1,40}[ \t]*[=:](?=[^=])/g }

const SEPARATORS = characters(/[^A-Za-z0-9]+/g, 'dropped')

/** Letters and digits alone: whatever separates them is gone. */
export const bare = (strand: Strand): Strand => without(SEPARATORS, strand)

/** Strings in a row, as a text may be wrapped in a list of lines. */
export const isAList = ({ text }: Strand): boolean => /"\s*,\s*"[^"]*"\s*[,\]]/.test(text)

/** What the strings of JSON say, one behind the other; undefined where there are none. */
export function stringsOf(strand: Strand): Strand | undefined {
  return strand.text.includes('"') ? stringsIn(strand) : undefined
}

/** Other ways in which parts that stand in different places of a text follow each other. */
export function restsOf(strand: Strand): Strand[] {
  const { text } = strand
  const found: Strand[] = []
  if (/<[A-Za-z!]/.test(text)) found.push(without(TAG, strand))
  if (/[=:]/.test(text) && !/"\s*:/.test(text)) found.push(without(NAME, strand))
  return found.filter((each) => each !== strand)
}

function stringsIn(strand: Strand): Strand {
  const weaving = new Weaving()
  for (const { 1: content, 2: colon, index } of strand.text.matchAll(STRING)) {
    if (content && colon === undefined) weaving.put(content, index + 1)
  }
  return weaving.strandOf(strand)
}
