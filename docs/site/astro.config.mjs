import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
import linksValidator from 'starlight-links-validator'

const pages = (folder, names) => names.map((name) => `${folder}/${name}`)
const GUIDES = [
  'first-run',
  'in-ci',
  'read-a-report',
  'fix-a-failure',
  'known-failures',
  'certify-a-server',
  'detect-drift',
]
const MORE_GUIDES = ['develop-a-client', 'test-a-client', 'proxy', 'pact', 'real-services', 'scale', 'agents', 'mcp']
const REFERENCE = [
  'commands',
  'options',
  'exit-codes',
  'json-files',
  'library',
  'control-api',
  'scenarios',
  'limits',
  'open-points',
]

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
      expressiveCode: { defaultProps: { wrap: true, frame: 'none' } },
      head: [{ tag: 'script', content: FOCUSABLE_TABLES }],
      customCss: ['./src/site.css'],
      sidebar: [
        { label: 'Guides', items: pages('guides', [...GUIDES, ...MORE_GUIDES]) },
        {
          label: 'Reference',
          items: [
            ...pages('reference', [...REFERENCE, 'clauses', 'client-clauses']),
            {
              label: 'Clauses by subject',
              collapsed: true,
              items: [{ autogenerate: { directory: 'reference/clauses', collapsed: true } }],
            },
          ],
        },
        { label: 'Explanation', items: pages('explanation', ['how-it-works', 'how-good', 'comparison', 'security']) },
        { label: 'Project', items: ['changelog', 'contributing', 'security-policy'] },
      ],
    }),
  ],
})
