let failed = 0

/** A line for each test, with its output if it failed. */
export function step(what: string, isWell: boolean, said = ''): void {
  if (!isWell) failed++
  process.stdout.write(isWell ? `  ok  ${what}\n` : `FAIL  ${what}\n${said.trimEnd().replaceAll(/^/gm, '        ')}\n`)
}

export const failures = () => failed
