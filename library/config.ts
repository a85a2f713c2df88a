import type { Config } from './options.ts'

/** Returns its argument, typed, for gatecheck.config.ts. */
export function defineConfig(config: Config): Config {
  return config
}
