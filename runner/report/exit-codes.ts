/**
 * 0 nothing broken · 1 a must clause is broken (with --strict a should clause, too) · 2 no verdict · 64 wrong usage ·
 * 70 a fault of the suite itself · 130 interrupted. 130 and 70 go before 1, 1 before 2.
 */
export const EXIT = { pass: 0, fail: 1, noVerdict: 2, usage: 64, suiteFault: 70, interrupted: 130 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
