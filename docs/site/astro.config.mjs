import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
import linksValidator from 'starlight-links-validator'

const folder = (label, directory, collapsed = false) => ({ label, collapsed, items: [{ autogenerate: { directory } }] })

export default defineConfig({
  base: process.env.DOCS_BASE ?? '/',
  integrations: [
    starlight({
      title: 'gatecheck',
      description: 'Conformance tests for an asynchronous video-generation API',
      plugins: [linksValidator()],
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
