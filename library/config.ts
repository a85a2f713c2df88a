import type { Config } from './options.ts'

/** For gatecheck.config.ts: what it is given, with its type. */
export function defineConfig(config: Config): Config {
  return config
}
