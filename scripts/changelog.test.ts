import { expect, it } from 'vitest'
import { dated, sectionOf } from './changelog.ts'

const CHANGELOG = '# Changelog\n\n## 0.2.0 (unreleased)\n\n### Added\n\n- One\n\n## 0.1.0 (2026-01-02)\n\n- First\n'

it('dates the unreleased section', () => {
  expect(dated(CHANGELOG, '0.3.0', '2026-12-01')).toContain('# Changelog\n\n## 0.3.0 (2026-12-01)\n\n### Added')
  expect(() => dated(dated(CHANGELOG, '0.3.0', '2026-12-01'), '0.4.0', '2026-12-02')).toThrow(/no unreleased section/)
})

it('takes the notes of one version', () => {
  expect(sectionOf(CHANGELOG, '0.2.0')).toBe('### Added\n\n- One\n')
  expect(sectionOf(CHANGELOG, '0.1.0')).toBe('- First\n')
  expect(() => sectionOf(CHANGELOG, '0.1')).toThrow(/no section for 0\.1\./)
})
