import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
import linksValidator from 'starlight-links-validator'

const folder = (label, directory, collapsed = false) => ({ label, collapsed, items: [{ autogenerate: { directory } }] })

const FOCUSABLE_TABLES = `addEventListener('DOMContentLoaded', () => {
  for (const table of document.querySelectorAll('.sl-markdown-content table')) table.tabIndex = 0
})`

export default defineConfig({
  base: process.env.DOCS_BASE ?? '/',
  integrations: [
    starlight({
      title: 'gatecheck',
      description: 'Conformance tests for an asynchronous video-generation API',
      plugins: [linksValidator()],
      // Lines wrap, and tables that are too wide for a phone scroll, also by keyboard.
      expressiveCode: { defaultProps: { wrap: true } },
      head: [{ tag: 'script', content: FOCUSABLE_TABLES }],
      customCss: ['./src/site.css'],
      sidebar: [
        folder('Guides', 'guides'),
        folder('Reference', 'reference', true),
        folder('Explanation', 'explanation'),
        { label: 'Project', items: ['changelog', 'contributing', 'security-policy'] },
      ],
    }),
  ],
})
