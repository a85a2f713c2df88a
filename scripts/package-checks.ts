import { join } from 'node:path'
import { finish } from './children.ts'
import { documentedSnippets } from './documented.ts'
import { type Installed, placeOf } from './install.ts'
import { step } from './steps.ts'

const OLDER = '5.9'
const COMPILERS = {
  '7': 'node_modules/typescript/bin/tsc',
  [OLDER]: 'fixtures/typed-client/node_modules/typescript/bin/tsc',
}
const RESOLUTIONS = { nodenext: 'nodenext', bundler: 'esnext' }

/**
 * Checks every documented snippet with all declarations that it reaches; with the older, slow compiler, in one way
 * each.
 */
export async function checkTypes({ kind, path }: Installed): Promise<void> {
  const files = documentedSnippets().flatMap(({ file }) => (/ts$/.test(file) ? [join(placeOf(file), file)] : []))
  for (const [version, compiler] of Object.entries(COMPILERS))
    for (const [resolution, module] of Object.entries(RESOLUTIONS)) {
      if (version === OLDER && resolution !== (kind === 'commonjs' ? 'nodenext' : 'bundler')) continue
      const strict = ['--strict', '--skipLibCheck', 'false', '--exactOptionalPropertyTypes']
      // Sources import each other with the extension that Node needs.
      const settings = [...strict, '--noEmit', '--allowImportingTsExtensions']
      const target = ['--target', 'es2024', '--types', 'node', '--module', module, '--moduleResolution', resolution]
      const args = [join(process.cwd(), compiler), ...settings, ...target, ...files]
      const { code, output } = await finish(process.execPath, args, { cwd: path })
      step(`types: TypeScript ${version}, ${resolution}, in a folder of the type ${kind}`, code === 0, output)
    }
}

/** The digest of the specification is the same in sources and build. */
export async function checkDigest({ path }: Installed, node: string): Promise<void> {
  const digestIn = (file: string) =>
    finish('node', ['--eval', `import('file://${file}').then(({ specDigest }) => console.log(specDigest()))`], {
      cwd: path,
      node,
    })
  const [source, built] = [
    await digestIn(join(process.cwd(), 'spec/digest.ts')),
    await digestIn(join(path, 'node_modules/gatecheck/dist/spec/digest.js')),
  ]
  const isSame = source.code === 0 && source.output === built.output
  step('the digest of the law, built as in the sources', isSame, source.output + built.output)
}

/** An old Node prints in one line which version is needed. */
export async function checkTooOld({ path }: Installed, node: string): Promise<void> {
  const says = /gatecheck requires Node 22\.19 or newer; this is Node 20\./
  const command = await finish(join(path, 'node_modules/.bin/gatecheck'), ['run'], { cwd: path, node })
  const isOneLine = command.output.trimEnd().split('\n').length === 1
  step(
    'the command on a Node that is too old',
    command.code === 64 && isOneLine && says.test(command.output),
    command.output,
  )
  for (const name of ['gatecheck', 'gatecheck/pact', 'gatecheck/service', 'gatecheck/vitest']) {
    const script = `import(${JSON.stringify(name)}).catch(({ message }) => { console.log(message); process.exitCode = 3 })`
    const { code, output } = await finish('node', ['--eval', script], { cwd: path, node })
    const isWell = code === 3 && says.test(output) && output.trimEnd().split('\n').length === 1
    step(`import of ${name} on a Node that is too old`, isWell, output)
  }
}
