let failed = 0

/** A line for each thing that was tried; where it failed, all that it said. */
export function step(what: string, isWell: boolean, said = ''): void {
  if (!isWell) failed++
  process.stdout.write(isWell ? `  ok  ${what}\n` : `FAIL  ${what}\n${said.trimEnd().replaceAll(/^/gm, '        ')}\n`)
}

export const failures = () => failed
