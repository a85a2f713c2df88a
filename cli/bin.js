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
const source = new URL('./main.ts', import.meta.url)
try {
  await import(existsSync(source) ? source.href : new URL('../dist/cli/main.js', import.meta.url).href)
} catch (error) {
  console.error('gatecheck: this is a fault of gatecheck itself, please report it.', error)
  process.exit(70)
}
