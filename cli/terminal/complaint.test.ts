import { expect, it } from 'vitest'
import { complaint } from './complaint.ts'

const KEY = 'cl_0123456789abcdef'

it('names the variable of a key, and shows no other key', () => {
  expect(complaint(`--env ${KEY} cannot be read`, { GATECHECK_KEY: KEY })).toBe('--env $GATECHECK_KEY cannot be read')
  expect(complaint(`--seed ${KEY}: no number`, {})).toBe('--seed cl_…: no number')
  expect(complaint("unknown option '--key=no-prefix-at-all'", { GATECHECK_KEY: 'no-prefix-at-all' })).toBe(
    "unknown option '--key=$GATECHECK_KEY'",
  )
})

it('removes control characters, and keeps its lines', () => {
  expect(complaint('no \u001b[31mprofile\n  at \u009bhere', {})).toBe('no \\u001b[31mprofile\n  at \\u009bhere')
})
