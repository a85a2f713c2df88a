import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finish } from './children.ts'
import { documentedSnippets } from './documented.ts'
import { step } from './steps.ts'

export type FolderKind = 'commonjs' | 'module'
export type Installed = { kind: FolderKind; path: string }

type With = { tarball: string; below: string; node: string }

/** A folder made by "npm init -y", with the package and its users' other packages. */
export async function install(kind: FolderKind, { tarball, below, node }: With): Promise<Installed> {
  const path = join(below, kind)
  mkdirSync(path)
  await finish('npm', ['init', '--yes'], { cwd: path, node })
  await finish('npm', ['pkg', 'set', `type=${kind}`], { cwd: path, node })
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const besides = ['vitest', '@types/node', '@pact-foundation/pact'].map((name) => `${name}@${devDependencies[name]}`)
  // No test of this project needs it, and one of these folders is enough to test it.
  if (kind === 'module') besides.push('jest@30')
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball, ...besides]
  const { code, output } = await finish('npm', args, { cwd: path, node, network: true })
  step(`npm install, in an empty folder of the type ${kind}`, code === 0, output)
  if (code !== 0) throw new Error('nothing to try')
  for (const { file, text } of documentedSnippets()) {
    const folder = placeOf(file)
    mkdirSync(join(path, folder), { recursive: true })
    writeFileSync(join(path, folder, file), text)
  }
  // Makes the documented commands short, whatever their options.
  writeFileSync(join(path, 'gatecheck.config.json'), JSON.stringify({ profile: 'smoke', pollInterval: '20ms' }))
  return { kind, path }
}

/** A configuration affects all commands in its folder. */
export const placeOf = (file: string) => (file.startsWith('gatecheck.config') ? 'configured' : '.')
