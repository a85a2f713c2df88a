#!/usr/bin/env node
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `gatecheck needs Node 22.19 or newer, and this is Node ${process.versions.node}. In a checkout, "npx gatecheck" and "npm start" use the Node that "npm ci" installs.`,
  )
  process.exit(64)
}
// Halves the time that a command takes to start, from its second time on.
nodeModule.enableCompileCache?.()
// A checkout runs its sources as they are; a published package has only what was built from them.
const sources = { folder: new URL('..', import.meta.url).href, ending: '.ts', format: 'module-typescript' }
const built = { folder: new URL('../dist/', import.meta.url).href, ending: '.js', format: 'module' }
const own = existsSync(new URL('main.ts', import.meta.url)) ? sources : built
const others = `${own.folder}node_modules/`
// Our files name each other in full: to look for each, and for what kind it is, takes a fifth of the time to start.
nodeModule.registerHooks?.({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context
    const isOurs = parentURL.startsWith(own.folder) && !parentURL.startsWith(others)
    if (!isOurs || !specifier.startsWith('.') || !specifier.endsWith(own.ending)) return next(specifier, context)
    const url = new URL(specifier, parentURL)
    // What is not there is missed in Node's own words.
    return existsSync(url) ? { url: url.href, format: own.format, shortCircuit: true } : next(specifier, context)
  },
})
try {
  await import(`${own.folder}cli/main${own.ending}`)
} catch (error) {
  console.error('gatecheck: this is a fault of gatecheck itself, please report it.', error)
  process.exit(70)
}
