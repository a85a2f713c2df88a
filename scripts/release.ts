import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dated, sectionOf } from './changelog.ts'

// Steps of a release; CONTRIBUTING.md has the whole procedure.
//
//   node scripts/release.ts date                  date the changelog; "npm version" runs it
//   node scripts/release.ts files TAG [FOLDER]    write what a release consists of to FOLDER (default: release); sends nothing

type Component = {
  'bom-ref': string
  name: string
  version: string
  licenses?: { license?: { id?: string }; expression?: string }[]
}
type Sbom = { components: Component[]; dependencies: { ref: string; dependsOn: string[] }[] }

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
  npm('pack', '--silent', '--pack-destination', folder)
  const sbom = withBundled(sbomOf('--omit=dev'), sbomOf())
  writeFileSync(join(folder, 'sbom.cdx.json'), JSON.stringify(sbom, null, 2))
  writeFileSync(join(folder, 'licences.txt'), licences(sbom.components))
} else throw new Error('Usage: node scripts/release.ts date | files TAG [FOLDER]')

function sbomOf(...args: string[]): Sbom {
  return JSON.parse(npm('sbom', ...args, '--workspaces=false', '--package-lock-only', '--sbom-format=cyclonedx'))
}

/** The dependencies that npm installs, and the packages that the build bundles. */
function withBundled(installed: Sbom, all: Sbom): Sbom {
  const file = 'dist/bundled-licences.md'
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const bundled = new Set(Array.from(text.matchAll(/^## (\S+) (\S+)$/gm), ([, name, version]) => `${name}@${version}`))
  const refs = new Set([...installed.dependencies.map(({ ref }) => ref), ...bundled])
  return {
    ...installed,
    components: all.components.filter((each) => refs.has(each['bom-ref'])),
    dependencies: all.dependencies.flatMap(({ ref, dependsOn }) =>
      refs.has(ref) ? [{ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }] : [],
    ),
  }
}

/** One line a dependency. */
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
