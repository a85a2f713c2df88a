/** The fields in which sentences stand, for people. What a program has to know stands beside them as data. */
const SENTENCES = 'case|reason|why|expected|received|remark|choice|doubt|inconsistent'
const TEXT_METHODS = 'startsWith|endsWith|includes|split|match|matchAll|indexOf|search|replace|replaceAll'

/** A sentence taken apart, tried by a regular expression, or compared with something. A hint: whoever hides it well gets away. */
const READ_BACK = [
  new RegExp(`\\b(?:${SENTENCES})(?:\\b[)!\\]]*(?: \\?\\? '[^']*'\\))?)\\??\\.(?:${TEXT_METHODS})\\(`),
  new RegExp(`\\.(?:exec|test)\\([^)]*\\b(?:${SENTENCES})\\b`),
  new RegExp(`\\b(?:${SENTENCES})!? [!=]== (?!undefined)`),
  new RegExp(`[!=]== (?:[\\w?!]+\\.)*(?:${SENTENCES})\\b`),
  new RegExp(`\\.includes\\((?:[\\w?!]+\\.)*(?:${SENTENCES})\\b`),
]

/** The lines of a source text in which a sentence is read back. */
export function readingBack(source: string): string[] {
  return source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(\*|\/\*|\/\/)/.test(line) && READ_BACK.some((form) => form.test(line)))
}
