import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** As GitHub does before it cleans the result: what is HTML in the text stays HTML. */
export const asHtml = (markdown: string) =>
  micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  })

const TAG = /<(\/?[a-z0-9]+)([^>]*)>/g
export const EXPECTED =
  /^<(\/?(h2|h3|h4|p|strong|code|pre|ul|li|table|thead|tbody|tr|th|td)|t[hd] align="right"|code class="language-(text|sh)")>$/

export const tagsIn = (html: string) => [...html.matchAll(TAG)].map(([tag]) => tag)
export const blocksIn = (html: string) => tagsIn(html).filter((tag) => !/^<\/?code/.test(tag))
/** What is read outside of code, where names are looked for and links are made. */
export const wordsIn = (html: string) => html.replace(/<code[^>]*>[^<]*<\/code>/g, '').replace(TAG, '')
