import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dated, sectionOf } from './changelog.ts'

// Steps of a release; CONTRIBUTING.md has the whole procedure.
//
//   node scripts/release.ts date                  date the changelog; "npm version" runs it
//   node scripts/release.ts files TAG [FOLDER]    write what a release consists of to FOLDER (default: release); sends nothing

type Component = { name: string; version: string; licenses?: { license?: { id?: string }; expression?: string }[] }

const ALLOWED = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'MPL-2.0']
const [what, tag, folder = 'release'] = process.argv.slice(2)
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const changelog = readFileSync('CHANGELOG.md', 'utf8')
const npm = (...args: string[]) => execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 2 ** 26 })

if (what === 'date') {
  writeFileSync('CHANGELOG.md', dated(changelog, version, new Date().toISOString().slice(0, 10)))
} else if (what === 'files') {
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag} and the version in package.json is ${version}.`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'notes.md'), sectionOf(changelog, version))
  const sbom = npm('sbom', '--omit=dev', '--workspaces=false', '--package-lock-only', '--sbom-format=cyclonedx')
  writeFileSync(join(folder, 'sbom.cdx.json'), sbom)
  writeFileSync(join(folder, 'licences.txt'), licences(JSON.parse(sbom).components))
  npm('pack', '--silent', '--pack-destination', folder)
} else throw new Error('Usage: node scripts/release.ts date | files TAG [FOLDER]')

/** One line a dependency. The package bundles none of them: npm installs each with its licence text. */
function licences(components: readonly Component[]): string {
  const all = components.map(({ name, version, licenses = [] }) => ({
    dependency: `${name} ${version}`,
    licence: licenses.map(({ license, expression }) => license?.id ?? expression).join(', '),
  }))
  const others = all.filter(({ licence }) => !ALLOWED.includes(licence))
  if (others.length > 0)
    throw new Error(
      `Licences to check: ${others.map((each) => `${each.dependency}: ${each.licence || 'none'}`).join('; ')}`,
    )
  return all.map(({ dependency, licence }) => `${dependency}: ${licence}\n`).join('')
}
