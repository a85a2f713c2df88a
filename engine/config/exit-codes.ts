/**
 * 0 no must clause failed · 1 a must clause failed (with --strict a should clause, too) · 2 no verdict · 64 wrong usage ·
 * 70 internal error · 130 interrupted. 130 and 70 take precedence over 1, 1 over 2.
 */
export const EXIT = { pass: 0, fail: 1, noVerdict: 2, usage: 64, suiteFault: 70, interrupted: 130 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
