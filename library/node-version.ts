const LEAST = { major: 22, minor: 19 }

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// Imported first: other modules fail on an older Node with confusing errors.
if (major < LEAST.major || (major === LEAST.major && minor < LEAST.minor))
  throw new Error(
    `gatecheck requires Node ${LEAST.major}.${LEAST.minor} or newer; this is Node ${process.versions.node}.`,
  )
