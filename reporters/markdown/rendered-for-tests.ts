import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** Like GitHub before sanitizing: HTML in the text stays HTML. */
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
/** Text outside of code, where renderers search for mentions and links. */
export const wordsIn = (html: string) => html.replace(/<code[^>]*>[^<]*<\/code>/g, '').replace(TAG, '')
