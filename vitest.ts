import './library/node-version.ts'

export { type ConformanceOptions, conformance } from './library/conformance.ts'
export type { Choices, Keys, Output, Server, Time } from './library/options.ts'
