import manifest from '../../package.json' with { type: 'json' }

export const SUITE = { name: manifest.name, version: manifest.version }
